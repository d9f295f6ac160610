package dev.ibportal.opensm.found;

import dev.ibportal.opensm.found.Doubt.Reason;
import dev.ibportal.opensm.found.FoundConf.Member;
import dev.ibportal.opensm.found.FoundConf.Rule;
import dev.ibportal.opensm.found.FoundLine.Verdict;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes through a file from top to bottom, as OpenSM does, and goes on where OpenSM stops. */
public final class FoundConfReader {
    private static final int CUT = 4095;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final List<String> texts;
    private final List<List<Reason>> reasons = new ArrayList<>();
    private final List<Boolean> says = new ArrayList<>();
    private final Map<PKey, Growing> rules = new LinkedHashMap<>();
    private @Nullable MembershipType everyPort;
    private @Nullable FoundHeader open;
    private int openedAt;

    private FoundConfReader(String text) {
        this.texts = List.of(text.split("\n", -1));
    }

    /** A rule that may get members from several places. */
    private static final class Growing {
        private final int line;
        private final FoundHeader header;
        private final Map<Guid, Member> members = new LinkedHashMap<>();

        Growing(int line, FoundHeader header) {
            this.line = line;
            this.header = header;
        }

        Rule rule() {
            return new Rule(
                    line,
                    header.pkey(),
                    header.name(),
                    header.ipoib(),
                    header.mtu(),
                    header.rateCode(),
                    header.serviceLevel(),
                    List.copyOf(members.values()));
        }
    }

    public static FoundConf read(String text) {
        FoundConfReader reader = new FoundConfReader(text);
        for (int i = 0; i < reader.texts.size(); i++) {
            reader.reasons.add(new ArrayList<>());
            reader.says.add(false);
            reader.line(i + 1, reader.texts.get(i));
        }
        return reader.end();
    }

    private FoundConf end() {
        if (open != null) {
            doubt(openedAt, Doubt.CUT_OFF.of());
        }
        List<Rule> all = new ArrayList<>();
        for (Growing each : rules.values()) {
            if (each.members.isEmpty()) {
                doubt(each.line, Doubt.NO_MEMBERS.of(each.header.pkey()));
            } else {
                all.add(each.rule());
            }
        }
        List<FoundLine> lines = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Verdict worst = reasons.get(i).stream()
                    .map(reason -> reason.doubt().verdict())
                    .max(Verdict::compareTo)
                    .orElse(says.get(i) ? Verdict.TAKEN : Verdict.NOTHING);
            lines.add(new FoundLine(i + 1, texts.get(i), worst, reasons.get(i)));
        }
        boolean opens = reasons.stream()
                .flatMap(List::stream)
                .anyMatch(reason -> reason.doubt().opens());
        return new FoundConf(opens, everyPort, lines, all);
    }

    private void doubt(int line, Reason reason) {
        reasons.get(line - 1).add(reason);
    }

    private void line(int number, String raw) {
        String text = raw;
        if (number == 1 && text.startsWith(BYTE_ORDER_MARK)) {
            doubt(number, Doubt.BYTE_ORDER_MARK.of());
            text = text.substring(1);
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > CUT) {
            doubt(number, Doubt.TOO_LONG.of(bytes));
        }
        if (text.endsWith("\r")) {
            doubt(number, Doubt.CARRIAGE_RETURN.of());
        }
        int comment = text.indexOf('#');
        text = (comment < 0 ? text : text.substring(0, comment)).strip();
        if (!text.isEmpty()) {
            says.set(number - 1, true);
            statement(number, text);
        }
    }

    private void statement(int number, String text) {
        int colon = header(text);
        if (open != null && colon >= 0) {
            doubt(number, Doubt.NO_SEMICOLON.of());
            open = null;
        }
        if (open == null) {
            if (colon < 0) {
                doubt(number, Doubt.NO_HEADER.of());
                return;
            }
            open = FoundHeader.read(text.substring(0, colon).strip(), reason -> doubt(number, reason));
            openedAt = number;
            begin(number, open);
            members(number, text.substring(colon + 1).strip());
            return;
        }
        members(number, text);
    }

    /** Where a header ends; GUIDs with colons are no headers. */
    private static int header(String text) {
        int colon = text.indexOf(':');
        int semicolon = text.indexOf(';');
        boolean isHeader = colon >= 0
                && (semicolon < 0 || colon < semicolon)
                && !text.substring(0, colon).strip().matches("[0-9a-fA-F]{2,4}");
        return isHeader ? colon : -1;
    }

    private void begin(int number, FoundHeader header) {
        if (!header.isUsable() || header.pkey().isDefault()) {
            return;
        }
        Growing before = rules.putIfAbsent(header.pkey(), new Growing(number, header));
        if (before != null) {
            doubt(number, Doubt.SAME_PKEY.of(header.pkey()));
        }
    }

    private void members(int number, String text) {
        int end = text.indexOf(';');
        FoundHeader header = open;
        if (header == null) {
            return;
        }
        if (end == 0) {
            if (number != openedAt) {
                doubt(number, Doubt.SEMICOLON_ALONE.of());
            }
            open = null;
            return;
        }
        for (String part : (end < 0 ? text : text.substring(0, end)).split(",", -1)) {
            member(number, header, part.strip());
        }
        if (end >= 0) {
            String rest = text.substring(end + 1).strip();
            open = null;
            if (!rest.isEmpty()) {
                if (header(rest) >= 0) {
                    statement(number, rest);
                } else {
                    doubt(number, Doubt.AFTER_SEMICOLON.of(rest));
                }
            }
        }
    }

    private void member(int number, FoundHeader header, String part) {
        if (part.isEmpty()) {
            return;
        }
        String[] words = part.split("\\s+", -1);
        if (words.length > 1 && !words[0].contains("=")) {
            doubt(number, Doubt.BAD_MEMBER.of(part));
            return;
        }
        FoundMember.read(words[0], header, words.length > 1, reason -> doubt(number, reason))
                .ifPresent(found -> keep(number, header, found));
        for (int i = 1; i < words.length; i++) {
            doubt(number, Doubt.LOST.of(words[i]));
        }
    }

    private void keep(int number, FoundHeader header, FoundMember found) {
        if (!header.isUsable()) {
            return;
        }
        if (header.pkey().isDefault()) {
            inDefault(number, found);
            return;
        }
        if (found.port() == null) {
            doubt(number, Doubt.NOT_OURS.of(found.who()));
            return;
        }
        Growing growing = rules.get(header.pkey());
        if (growing != null) {
            Member member = new Member(number, found.port(), found.membership(), header.index0());
            Member before = growing.members.remove(found.port());
            growing.members.put(found.port(), member);
            if (before != null && before.membership() != member.membership()) {
                doubt(before.line(), Doubt.LAST_WINS.of(found.port()));
            }
        }
    }

    private void inDefault(int number, FoundMember found) {
        if (found.who().equals("ALL")) {
            everyPort = found.membership();
        } else if (!found.who().equals("SELF")) {
            doubt(number, Doubt.IN_DEFAULT.of(found.who()));
        }
    }
}
