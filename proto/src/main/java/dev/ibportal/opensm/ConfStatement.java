package dev.ibportal.opensm;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One rule of the file: header and member list. */
record ConfStatement(ConfHeader header, List<Entry> entries) {
    private static final Pattern MEMBER = Pattern.compile("(0x[0-9a-fA-F]{16}|ALL|SELF)=(full|limited)");

    /** A member as written: {@code who} is a GUID, {@code ALL} or {@code SELF}. */
    record Entry(int line, String who, MembershipType membership) {
        PortMember member(boolean index0) {
            try {
                return new PortMember(Guid.parse(who), membership, index0);
            } catch (InvalidValueException e) {
                throw new ConfFault(line, "\"" + who + "\" is no port: " + e.getMessage());
            }
        }
    }

    static List<ConfStatement> of(List<ConfLines.Line> lines) {
        List<ConfStatement> statements = new ArrayList<>();
        ConfStatement open = null;
        for (ConfLines.Line line : lines) {
            String members = line.text();
            if (open == null) {
                int colon = members.indexOf(':');
                if (colon < 0) {
                    throw new ConfFault(line.number(), "a rule does not begin with \"name=0xPKEY,flags:\" on one line");
                }
                open = new ConfStatement(
                        ConfHeader.parse(line.number(), members.substring(0, colon)), new ArrayList<>());
                members = members.substring(colon + 1).strip();
            }
            if (open.add(line.number(), members)) {
                statements.add(open);
                open = null;
            }
        }
        if (open != null) {
            throw new ConfFault(open.header.line(), "this rule has no \";\" at its end: the file may be cut off");
        }
        return statements;
    }

    /** Adds the members on one line; true if they end the rule. */
    private boolean add(int line, String members) {
        int end = members.indexOf(';');
        if (end < 0) {
            addAll(line, members.endsWith(",") ? members.substring(0, members.length() - 1) : members);
            return false;
        }
        if (end != members.length() - 1) {
            throw new ConfFault(line, "something follows the \";\" on its line");
        }
        if (end == 0) {
            throw new ConfFault(line, "\";\" must stand behind the last member on the same line");
        }
        addAll(line, members.substring(0, end));
        return true;
    }

    private void addAll(int line, String members) {
        if (members.isEmpty()) {
            return;
        }
        for (String text : members.split(",", -1)) {
            var matcher = MEMBER.matcher(text.strip());
            if (!matcher.matches()) {
                throw new ConfFault(
                        line, "member \"" + text.strip() + "\" is not 0x and 16 hex digits with =full or =limited");
            }
            entries.add(new Entry(line, matcher.group(1), MembershipType.parse(matcher.group(2))));
        }
    }
}
