package dev.ibportal.portal.account;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a browser says of itself, in two words. Only for its owner to recognise it by: anybody can say anything. */
final class Devices {
    /** The order matters: most browsers say that they are others too. */
    private static final List<String> BROWSERS =
            List.of("Edg", "OPR", "Firefox", "Chromium", "HeadlessChrome", "Chrome", "Safari", "curl");

    private static final List<String> SYSTEMS = List.of("Windows", "Android", "iPhone", "iPad", "Mac OS", "Linux");
    private static final Pattern FIRST_WORD = Pattern.compile("[A-Za-z][\\w.-]{0,40}");

    private Devices() {}

    static String name(String agent) {
        String browser = BROWSERS.stream().filter(agent::contains).findFirst().orElseGet(() -> firstWord(agent));
        String system = SYSTEMS.stream().filter(agent::contains).findFirst().orElse("");
        return (full(browser) + " " + system).strip();
    }

    private static String full(String browser) {
        return switch (browser) {
            case "Edg" -> "Edge";
            case "OPR" -> "Opera";
            case "HeadlessChrome" -> "Chrome";
            default -> browser;
        };
    }

    private static String firstWord(String agent) {
        Matcher word = FIRST_WORD.matcher(agent);
        return word.lookingAt() ? word.group() : "";
    }
}
