package dev.ibportal.types;

import java.util.ArrayList;
import java.util.List;

/**
 * Text to address and back. Own code on purpose: the parsers at hand (the JDK's, and the library that serves as the
 * oracle of our tests) take {@code 10.1}, {@code 010.0.0.1}, zones or the empty text, and ask DNS in the worst case.
 */
final class IpText {
    private static final int GROUPS = 8;

    private IpText() {}

    static IpAddress parse(String text) {
        String trimmed = Text.trimBlanks(text);
        if (trimmed.indexOf(':') < 0) {
            return IpAddress.ipv4(parseQuad(trimmed, text));
        }
        int[] groups = parseGroups(trimmed, text);
        if (isMapped(groups)) {
            throw bad(text, "it is an IPv4-mapped address: write the IPv4 address itself");
        }
        return new IpAddress(IpFamily.IPV6, join(groups, 0), join(groups, 4));
    }

    /** Strict dotted quad: four decimal numbers up to 255 without leading zeros (some readers take 010 for 8). */
    private static long parseQuad(String quad, String text) {
        String[] parts = quad.split("\\.", -1);
        long value = 0;
        for (String part : parts) {
            int number = Text.decimal(part, 3);
            if (parts.length != 4 || number < 0 || number > 255) {
                throw bad(text, "four numbers from 0 to 255 without leading zeros, or IPv6, are expected");
            }
            value = (value << 8) | number;
        }
        return value;
    }

    /** RFC 4291, section 2.2: all three forms. */
    private static int[] parseGroups(String trimmed, String text) {
        int gap = trimmed.indexOf("::");
        if (gap < 0) {
            List<Integer> all = groups(trimmed, true, text);
            if (all.size() != GROUPS) {
                throw bad(text, "IPv6 has 8 groups, " + all.size() + " are given");
            }
            return spread(all, List.of());
        }
        List<Integer> head = gap == 0 ? List.of() : groups(trimmed.substring(0, gap), false, text);
        String rest = trimmed.substring(gap + 2);
        List<Integer> tail = rest.isEmpty() ? List.of() : groups(rest, true, text);
        if (head.size() + tail.size() >= GROUPS) {
            throw bad(text, "\"::\" stands for at least one group, but 8 are given already");
        }
        return spread(head, tail);
    }

    private static List<Integer> groups(String part, boolean mayEndInQuad, String text) {
        List<Integer> groups = new ArrayList<>();
        String[] pieces = part.split(":", -1);
        for (int i = 0; i < pieces.length; i++) {
            if (mayEndInQuad && i == pieces.length - 1 && pieces[i].indexOf('.') >= 0) {
                long quad = parseQuad(pieces[i], text);
                groups.add((int) (quad >>> 16));
                groups.add((int) (quad & 0xffff));
            } else if (Text.isHex(pieces[i]) && pieces[i].length() <= 4) {
                groups.add(Integer.parseInt(pieces[i], 16));
            } else {
                throw bad(text, Text.quote(pieces[i]) + " is not a group of 1 to 4 hex digits");
            }
        }
        return groups;
    }

    private static int[] spread(List<Integer> head, List<Integer> tail) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < head.size(); i++) {
            groups[i] = head.get(i);
        }
        for (int i = 0; i < tail.size(); i++) {
            groups[GROUPS - tail.size() + i] = tail.get(i);
        }
        return groups;
    }

    private static boolean isMapped(int[] groups) {
        return join(groups, 0) == 0 && groups[4] == 0 && groups[5] == 0xffff;
    }

    private static long join(int[] groups, int from) {
        return ((long) groups[from] << 48)
                | ((long) groups[from + 1] << 32)
                | ((long) groups[from + 2] << 16)
                | groups[from + 3];
    }

    private static InvalidValueException bad(String text, String why) {
        return new InvalidValueException(
                "ip.syntax",
                Text.quote(text) + " is not an IP address: " + why + ", for example 10.1.2.3 or fd00::1",
                text);
    }

    static String print(IpAddress address) {
        return address.family() == IpFamily.IPV4 ? printQuad(address.low()) : printGroups(address);
    }

    private static String printQuad(long value) {
        return (value >>> 24) + "." + ((value >>> 16) & 0xff) + "." + ((value >>> 8) & 0xff) + "." + (value & 0xff);
    }

    /** RFC 5952, section 4: lower case, no leading zeros, the first longest run of two or more zero groups as "::". */
    private static String printGroups(IpAddress address) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            long half = i < 4 ? address.high() : address.low();
            groups[i] = (int) ((half >>> (16 * (3 - i % 4))) & 0xffff);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int run = zeroRun(groups, i);
            if (run > length) {
                start = i;
                length = run;
            }
        }
        return start < 0 ? hex(groups, 0, GROUPS) : hex(groups, 0, start) + "::" + hex(groups, start + length, GROUPS);
    }

    private static int zeroRun(int[] groups, int from) {
        int end = from;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - from;
    }

    private static String hex(int[] groups, int from, int to) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(Integer.toHexString(groups[i]));
        }
        return String.join(":", texts);
    }
}
