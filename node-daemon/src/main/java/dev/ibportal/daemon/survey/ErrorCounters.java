package dev.ibportal.daemon.survey;

import dev.ibportal.agent.v1.PortCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ibqueryerrors} prints: a line for each port with a counter that is not zero, and at the end how many nodes it
 * has asked. A port without a line has no errors, unless the report was cut or a node gave no answer.
 */
final class ErrorCounters {
    private static final int DIGITS = 16;

    /** {@code GUID 0x2c90300001011 port 1: [SymbolErrorCounter == 5] [LinkDownedCounter == 3]}; ALL repeats the others. */
    private static final Pattern PORT = Pattern.compile("\\s*GUID 0x([0-9a-f]{1,16}) port (\\d{1,3}): (.*)");

    private static final Pattern COUNTER = Pattern.compile("\\[(\\w+) == (\\d{1,19})(?: \\([^)]*\\))?\\]");
    private static final Pattern CHECKED = Pattern.compile("## Summary: (\\d{1,9}) nodes checked, .*");

    /** {@code PkeyViolations:..................0}. */
    private static final Pattern VIOLATIONS = Pattern.compile("(?m)^PkeyViolations:\\.*(\\d{1,9})\\s*$");

    private ErrorCounters() {}

    /** @param nodes how many were asked, by the tool's own count */
    record Result(int nodes, List<PortCounters> ports) {}

    /** Empty: the text is no whole report. */
    static Optional<Result> parse(String text) {
        List<PortCounters> ports = new ArrayList<>();
        OptionalInt nodes = OptionalInt.empty();
        for (String line : text.lines().toList()) {
            Matcher port = PORT.matcher(line);
            Matcher checked = CHECKED.matcher(line);
            if (port.matches()) {
                ports.add(counters(port));
            } else if (checked.matches()) {
                nodes = OptionalInt.of(Integer.parseInt(checked.group(1)));
            }
        }
        return nodes.isPresent() ? Optional.of(new Result(nodes.getAsInt(), ports)) : Optional.empty();
    }

    private static PortCounters counters(Matcher port) {
        PortCounters.Builder counters = PortCounters.newBuilder()
                .setGuid("0x" + "0".repeat(DIGITS - port.group(1).length()) + port.group(1))
                .setPort(Integer.parseInt(port.group(2)));
        Matcher each = COUNTER.matcher(port.group(3));
        while (each.find()) {
            long value = Long.parseLong(each.group(2));
            switch (each.group(1)) {
                case "SymbolErrorCounter" -> counters.setSymbolErrors(value);
                case "LinkDownedCounter" -> counters.setLinkDowned(value);
                case "PortRcvConstraintErrors", "PortXmitConstraintErrors" ->
                    counters.setConstraintErrors(counters.getConstraintErrors() + value);
                default -> {
                    // of no interest here
                }
            }
        }
        return counters.build();
    }

    /** The counter in what {@code smpquery portinfo} prints; empty: it is not there. */
    static OptionalInt pkeyViolations(String portInfo) {
        Matcher found = VIOLATIONS.matcher(portInfo);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }
}
