package dev.ibportal.daemon.survey;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a name such as 4xEDR means in gigabits per second, as it goes over the wire. */
final class LinkRate {
    private static final Pattern NAME = Pattern.compile("(\\d{1,2})x(\\w+)");
    private static final Map<String, Double> LANE = Map.of(
            "SDR", 2.5,
            "DDR", 5.0,
            "QDR", 10.0,
            "FDR10", 10.3125,
            "FDR", 14.0625,
            "EDR", 25.78125,
            "HDR", 53.125,
            "NDR", 106.25,
            "XDR", 212.5);

    private LinkRate() {}

    /** 0 when the name is not known. */
    static double gigabits(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) * LANE.getOrDefault(matcher.group(2), 0.0) : 0;
    }
}
