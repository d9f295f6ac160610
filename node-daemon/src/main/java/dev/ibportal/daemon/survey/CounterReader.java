package dev.ibportal.daemon.survey;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.PortCounters;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads error counters. {@code ibqueryerrors} asks all ports of a fabric in one run. What an adapter counts of packets with a
 * PKey that it does not have is in PortInfo alone, port by port: so many at a look, in turn, each with its own time.
 */
final class CounterReader {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PORT_LIMIT = Duration.ofSeconds(5);
    private static final int PORTS_AT_A_LOOK = 500;

    /** A port that gives no answer takes its time; a fabric of such ports must not take all of it. */
    private static final int MOST_SILENT = 5;

    private final CommandRunner commands;
    private final Clock clock;

    /** The port that was asked longest ago comes first. */
    private final Map<String, Violations> violations = new LinkedHashMap<>();

    private record Violations(OptionalInt count, Instant at) {}

    CounterReader(CommandRunner commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /** Adds what was counted at the ports of the elements that the survey has. */
    void read(FabricSurvey.Builder survey) {
        CommandResult result = commands.run(
                Command.of("ibqueryerrors", "--threshold-file", "/dev/null").within(LIMIT));
        Optional<ErrorCounters.Result> found =
                result.succeeded() || isAboutErrors(result) ? ErrorCounters.parse(result.stdout()) : Optional.empty();
        Map<String, PortCounters.Builder> counters = new LinkedHashMap<>();
        if (found.isEmpty()) {
            survey.addUnreadable(
                    result.succeeded() ? "what ibqueryerrors printed is no whole report" : result.describe());
        } else {
            found.get().ports().forEach(port -> counters.put(key(port.getGuid(), port.getPort()), port.toBuilder()));
            boolean all = survey.getTopologyKnown() && found.get().nodes() >= survey.getElementsCount();
            boolean silent =
                    result.stderr().contains("failed") || result.stdout().contains("query failed");
            survey.setCountersKnown(all && !silent);
            if (!all || silent) {
                survey.addUnreadable("not every port told its error counters: ibqueryerrors asked "
                        + found.get().nodes() + " of " + survey.getElementsCount() + " nodes"
                        + (silent ? ", and some gave no answer" : ""));
            }
        }
        violations(survey, counters);
        counters.values().forEach(survey::addCounters);
    }

    /** It ends with 1 when it has found an error on some port, which is no failure of its own. */
    private static boolean isAboutErrors(CommandResult result) {
        return result.outcome() == CommandResult.Outcome.EXITED && result.exitCode() == 1;
    }

    private static String key(String guid, int port) {
        return guid + " " + port;
    }

    private void violations(FabricSurvey.Builder survey, Map<String, PortCounters.Builder> counters) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (FabricElement element : survey.getElementsList()) {
            if (element.getKind() == ElementKind.ELEMENT_KIND_HOST) {
                for (ElementPort port : element.getPortsList()) {
                    ports.put(port.getGuid(), port.getNumber());
                }
            }
        }
        ask(ports.keySet());
        ports.forEach((guid, number) -> {
            Violations known = violations.get(guid);
            if (known != null && known.count().isPresent()) {
                Instant at = known.at();
                counters.computeIfAbsent(
                                key(guid, number),
                                key -> PortCounters.newBuilder().setGuid(guid).setPort(number))
                        .setPkeyViolations(known.count().getAsInt())
                        .setPkeyViolationsAt(Timestamp.newBuilder()
                                .setSeconds(at.getEpochSecond())
                                .setNanos(at.getNano()));
            }
        });
    }

    private void ask(Set<String> ports) {
        if (!ports.isEmpty()) {
            violations.keySet().retainAll(ports);
        }
        Set<String> inTurn = new LinkedHashSet<>(ports);
        inTurn.removeAll(violations.keySet());
        inTurn.addAll(violations.keySet());
        int silent = 0;
        for (String guid : inTurn.stream().limit(PORTS_AT_A_LOOK).toList()) {
            OptionalInt count = ask(guid);
            silent += count.isPresent() ? 0 : 1;
            if (silent > MOST_SILENT) {
                return;
            }
        }
    }

    private OptionalInt ask(String guid) {
        CommandResult result =
                commands.run(Command.of("smpquery", "-G", "portinfo", guid).within(PORT_LIMIT));
        OptionalInt count = result.succeeded() ? ErrorCounters.pkeyViolations(result.stdout()) : OptionalInt.empty();
        Violations before = violations.remove(guid);
        // what was known stays known, with its age
        violations.put(guid, count.isPresent() || before == null ? new Violations(count, clock.instant()) : before);
        return count;
    }
}
