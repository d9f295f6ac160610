package dev.ibportal.portal.rollout.core;

import dev.ibportal.types.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of nodes, or a share of all of them: {@code 3} or {@code 10%}. */
public record Amount(int number, boolean percent) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(%?)");
    private static final int ALL = 100;

    public static final Amount NONE = new Amount(0, false);

    /** @throws InvalidValueException when it is neither a number nor a share of up to 100 % */
    public static Amount parse(String text) {
        Matcher found = TEXT.matcher(text.strip());
        if (!found.matches()) {
            throw wrong(
                    "\"" + text + "\" is no number of nodes: write a number such as 3, or a share such as 10%", text);
        }
        int number = Integer.parseInt(found.group(1));
        boolean percent = !found.group(2).isEmpty();
        if (percent && number > ALL) {
            throw wrong(number + " % is more than all nodes; at most 100% is possible", text);
        }
        return new Amount(number, percent);
    }

    /** Of so many nodes. A share is rounded down, but is one node at least when it is more than none. */
    public int of(int all) {
        if (!percent) {
            return Math.min(number, all);
        }
        int share = (int) ((long) all * number / ALL);
        return (number > 0 && all > 0) ? Math.max(share, 1) : 0;
    }

    private static InvalidValueException wrong(String message, String text) {
        return new InvalidValueException("amount.syntax", message, text);
    }

    @Override
    public String toString() {
        return percent ? number + "%" : Integer.toString(number);
    }
}
