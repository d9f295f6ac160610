package dev.ibportal.daemon.simulate;

import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.InvalidValueException;
import java.util.List;

/** A host to be, and its ticket: {@code <name> <token>} on one line; the name may hold blanks. */
public record NodeToken(String name, EnrolmentToken token) {
    public static NodeToken parse(String line) {
        String text = line.strip();
        int blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
        if (blank < 0) {
            throw new InvalidValueException(
                    "node-token.syntax", "a line of the tokens file is not \"<node name> <token>\"", "");
        }
        return new NodeToken(text.substring(0, blank).strip(), EnrolmentToken.parse(text.substring(blank + 1)));
    }

    /** All lines but empty ones and comments. */
    public static List<NodeToken> parseAll(String content) {
        return content.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(NodeToken::parse)
                .toList();
    }
}
