package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.RolloutView.Line;
import java.util.List;
import java.util.function.LongFunction;

/** The whole log as a text file. */
final class LogText {
    private static final int LONGEST = 8 << 20;

    private LogText() {}

    /** @param after the lines that follow the one with this id; none at the end */
    static String of(LongFunction<List<Line>> after) {
        StringBuilder text = new StringBuilder();
        long last = 0;
        List<Line> lines = after.apply(last);
        while (!lines.isEmpty() && text.length() < LONGEST) {
            for (Line line : lines) {
                text.append(line.at())
                        .append(' ')
                        .append(line.name() == null ? "-" : line.name())
                        .append(' ')
                        .append(line.text())
                        .append('\n');
                last = line.id();
            }
            lines = after.apply(last);
        }
        return text.toString();
    }
}
