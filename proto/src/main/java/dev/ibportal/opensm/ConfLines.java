package dev.ibportal.opensm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines of the file without comments, blanks around and blank lines, once their bytes are beyond doubt. */
final class ConfLines {
    /** OpenSM cuts lines at about 4095 bytes and loses what stands at the cut. */
    static final int MAX_BYTES = 1000;

    private ConfLines() {}

    record Line(int number, String text) {}

    static List<Line> of(byte[] content) {
        if (content.length == 0) {
            throw new ConfFault(1, "the file is empty: OpenSM would make every port a full member of Default");
        }
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (int start = 0; start < content.length; ) {
            number++;
            int end = endOfLine(content, start, number);
            String text = withoutComment(new String(content, start, end - start, StandardCharsets.US_ASCII));
            if (!text.isEmpty()) {
                lines.add(new Line(number, text));
            }
            start = end + 1;
        }
        return lines;
    }

    private static int endOfLine(byte[] content, int start, int number) {
        for (int at = start; at < content.length; at++) {
            if (content[at] == '\n') {
                return at;
            }
            requireText(content[at], number);
            if (at - start >= MAX_BYTES) {
                throw new ConfFault(
                        number, "the line is longer than " + MAX_BYTES + " bytes; put one port on each line");
            }
        }
        throw new ConfFault(number, "the last line has no line end: the file may be cut off");
    }

    private static void requireText(byte value, int number) {
        if (value == '\r') {
            throw new ConfFault(number, "the line ends with CR LF; OpenSM needs LF alone");
        }
        if (value != '\t' && (value < 0x20 || value > 0x7e)) {
            throw new ConfFault(number, String.format("byte 0x%02x is no printable ASCII character", value & 0xff));
        }
    }

    private static String withoutComment(String line) {
        int comment = line.indexOf('#');
        return (comment < 0 ? line : line.substring(0, comment)).strip();
    }
}
