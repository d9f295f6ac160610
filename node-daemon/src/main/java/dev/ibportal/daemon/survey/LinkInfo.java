package dev.ibportal.daemon.survey;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code iblinkinfo -l} says that a link could do and does not. */
final class LinkInfo {
    /**
     * {@code 0x0002c90200000102 "leaf3" 4 1[  ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 0x0002c90300001041 9 1[  ] "host5"
     * (Could be 12X)}.
     */
    private static final Pattern LINE = Pattern.compile(
            "(0x[0-9a-f]{16}) \".*\"\\s+\\d+\\s+(\\d+)\\[.*?\\] ==\\(.*\\)==>\\s+0x[0-9a-f]{16}.*\" ?\\((.*)\\)");

    private LinkInfo() {}

    /** @param guid of the switch, or of the adapter's port */
    record End(String guid, int port) {}

    /** By either end; nothing about ends that lead nowhere. */
    static Map<End, String> parse(String text) {
        Map<End, String> couldBe = new HashMap<>();
        text.lines().forEach(line -> {
            Matcher matcher = LINE.matcher(line.strip());
            if (matcher.matches()) {
                couldBe.put(
                        new End(matcher.group(1), Integer.parseInt(matcher.group(2))),
                        matcher.group(3).replace("Could be ", "").strip());
            }
        });
        return couldBe;
    }
}
