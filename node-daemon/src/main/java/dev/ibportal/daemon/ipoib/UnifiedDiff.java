package dev.ibportal.daemon.ipoib;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts as {@code diff -u} shows it. Files of ours are short, so a table of all pairs will do. */
public final class UnifiedDiff {
    private static final int CONTEXT = 3;
    private static final int LONGEST = 2000;

    private final List<String> before;
    private final List<String> after;
    private final List<Line> lines = new ArrayList<>();

    /** @param oldNumber its place in the old text, or the place before which it was put in; both count from 0 */
    private record Line(char sign, String text, int oldNumber, int newNumber) {}

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** Empty for equal texts. */
    public static String of(String path, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        List<String> old = before.lines().toList();
        List<String> fresh = after.lines().toList();
        String head = "--- " + (before.isEmpty() ? "/dev/null" : path) + "\n+++ "
                + (after.isEmpty() ? "/dev/null" : path) + "\n";
        if (old.size() > LONGEST || fresh.size() > LONGEST) {
            return head + "(" + old.size() + " lines become " + fresh.size() + ")\n";
        }
        UnifiedDiff diff = new UnifiedDiff(old, fresh);
        diff.compare();
        return head + diff.hunks();
    }

    private void compare() {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i), i++, j++));
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', before.get(i), i++, j));
            } else {
                lines.add(new Line('+', after.get(j), i, j++));
            }
        }
    }

    private String hunks() {
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (from < lines.size()) {
            int change = nextChange(from);
            if (change == lines.size()) {
                break;
            }
            int begin = Math.max(from, change - CONTEXT);
            int end = endOfHunk(change);
            hunk(text, lines.subList(begin, end));
            from = end;
        }
        return text.toString();
    }

    private int nextChange(int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).sign() == ' ') {
            at++;
        }
        return at;
    }

    /** Changes that are near each other share a hunk. */
    private int endOfHunk(int change) {
        int last = change;
        for (int at = change; at < lines.size() && at - last <= 2 * CONTEXT; at++) {
            if (lines.get(at).sign() != ' ') {
                last = at;
            }
        }
        return Math.min(lines.size(), last + 1 + CONTEXT);
    }

    private static void hunk(StringBuilder text, List<Line> hunk) {
        long old = hunk.stream().filter(line -> line.sign() != '+').count();
        long fresh = hunk.stream().filter(line -> line.sign() != '-').count();
        Line first = hunk.get(0);
        text.append("@@ -").append(range(first.oldNumber(), old));
        text.append(" +").append(range(first.newNumber(), fresh)).append(" @@\n");
        hunk.forEach(line -> text.append(line.sign()).append(line.text()).append('\n'));
    }

    private static String range(int from, long count) {
        return (count == 0 ? from : from + 1) + (count == 1 ? "" : "," + count);
    }
}
