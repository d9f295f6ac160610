package dev.ibportal.opensm;

import dev.ibportal.opensm.ConfStatement.Entry;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a strict subset of OpenSM's grammar. What it accepts means to OpenSM what it means here; what OpenSM would
 * refuse, guess, merge, mask or drop is refused with its line.
 */
public final class PartitionsConfParser {
    private static final String DEFAULT_RULE =
            "the rule for 0x7fff must be exactly ALL=full or ALL=limited, then SELF=full";

    private PartitionsConfParser() {}

    public static ParseResult parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    public static ParseResult parse(byte[] content) {
        try {
            return new ParseResult.Accepted(read(content));
        } catch (ConfFault fault) {
            return new ParseResult.Refused(fault.line(), String.valueOf(fault.getMessage()));
        }
    }

    private static PartitionsConf read(byte[] content) {
        Map<PKey, List<ConfStatement>> byPKey = new LinkedHashMap<>();
        for (ConfStatement statement : ConfStatement.of(ConfLines.of(content))) {
            if (statement.entries().isEmpty()) {
                throw new ConfFault(statement.header().line(), "a partition without members would not exist");
            }
            byPKey.computeIfAbsent(statement.header().pkey(), pkey -> new ArrayList<>())
                    .add(statement);
        }
        List<ConfStatement> ofDefault = byPKey.remove(PKey.DEFAULT);
        if (ofDefault == null) {
            throw new ConfFault(
                    1, "there is no rule for the default partition 0x7fff: OpenSM would make one of its own");
        }
        DefaultRule defaultRule = defaultRule(ofDefault);
        List<PartitionRule> rules =
                byPKey.values().stream().map(PartitionsConfParser::rule).toList();
        try {
            return new PartitionsConf(defaultRule, rules);
        } catch (InvalidValueException e) {
            throw new ConfFault(1, e);
        }
    }

    private static DefaultRule defaultRule(List<ConfStatement> statements) {
        ConfStatement last = statements.get(statements.size() - 1);
        ConfHeader header = last.header();
        List<Entry> entries = last.entries();
        boolean isRight = statements.size() == 1
                && entries.size() == 2
                && entries.get(0).who().equals("ALL")
                && entries.get(1).who().equals("SELF")
                && entries.get(1).membership() == MembershipType.FULL
                && !header.index0()
                && header.serviceLevel() == 0;
        if (!isRight) {
            throw new ConfFault(header.line(), DEFAULT_RULE + ", without indx0 and with sl=0, once in the file");
        }
        return new DefaultRule(entries.get(0).membership(), header.group());
    }

    private static PartitionRule rule(List<ConfStatement> statements) {
        ConfHeader first = statements.get(0).header();
        ConfHeader last = statements.get(statements.size() - 1).header();
        boolean mayMerge = statements.size() == 1 || (statements.size() == 2 && first.complements(last));
        if (!mayMerge) {
            throw new ConfFault(
                    last.line(), "partition " + first.pkey() + " has a rule already, on line " + first.line());
        }
        List<PortMember> members = new ArrayList<>();
        for (ConfStatement statement : statements) {
            for (Entry entry : statement.entries()) {
                members.add(entry.member(statement.header().index0()));
            }
        }
        try {
            return new PartitionRule(first.pkey(), first.group(), first.serviceLevel(), members);
        } catch (InvalidValueException e) {
            throw new ConfFault(last.line(), e);
        }
    }
}
