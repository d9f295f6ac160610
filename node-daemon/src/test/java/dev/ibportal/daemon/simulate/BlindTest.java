package dev.ibportal.daemon.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.Cause;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.LinkResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The doctor without labels: random faults from a seed, and a table of what was there against what was named, left in
 * {@code target/diagnosis}.
 */
class BlindTest {
    private static final long SEED = 20_261_201;
    private static final int SINGLE = 200;
    private static final int DOUBLE = 30;
    private static final double WANTED = 0.95;
    private static final List<Injection> ALL = List.of(Injection.values());

    private final Random random = new Random(SEED);

    /** @param there codes of what was put in */
    private record Round(Set<String> there, Optional<Cause> named) {
        boolean right() {
            return named.filter(cause -> there.contains(cause.known().code())).isPresent();
        }

        boolean wrongAndCertain() {
            return !right() && named.filter(Cause::certain).isPresent();
        }

        String code() {
            return named.map(cause -> cause.known().code()).orElse("(cannot be told)");
        }
    }

    private Injection any() {
        return ALL.get(random.nextInt(ALL.size()));
    }

    private Round round(Injection... faults) {
        boolean connected = Stream.of(faults).anyMatch(Injection::needsConnected);
        try (TwoHosts world = new TwoHosts(connected)) {
            for (Injection fault : faults) {
                fault.into(world, random.nextBoolean() ? world.a : world.b);
            }
            Diagnosis diagnosis = world.diagnose();
            return new Round(
                    Stream.of(faults).map(fault -> fault.cause().code()).collect(Collectors.toSet()),
                    diagnosis.primary().map(LinkResult.Broken::cause));
        }
    }

    @Test
    void singleFaultsAreNamedRight() throws IOException {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < SINGLE; i++) {
            rounds.add(round(any()));
        }
        String table = table("single", rounds);

        assertThat(share(rounds)).as(table).isGreaterThanOrEqualTo(WANTED);
        assertThat(rounds).as(table).noneMatch(Round::wrongAndCertain);
    }

    /** With two faults, either is a right answer: the chain stops at the first. */
    @Test
    void doubleFaultsNameOneOfTheTwo() throws IOException {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < DOUBLE; i++) {
            Injection first = any();
            Injection second = any();
            rounds.add(first.needsConnected() == second.needsConnected() ? round(first, second) : round(first));
        }
        String table = table("double", rounds);

        assertThat(rounds).as(table).noneMatch(Round::wrongAndCertain);
    }

    private static double share(List<Round> rounds) {
        return (double) rounds.stream().filter(Round::right).count() / rounds.size();
    }

    private static String table(String name, List<Round> rounds) throws IOException {
        Map<String, Map<String, Long>> counts = new TreeMap<>(rounds.stream()
                .collect(Collectors.groupingBy(
                        round -> String.join(
                                " + ", round.there().stream().sorted().toList()),
                        Collectors.groupingBy(Round::code, TreeMap::new, Collectors.counting()))));
        StringBuilder text = new StringBuilder("seed " + SEED + ", " + rounds.size() + " " + name + " faults, "
                + rounds.stream().filter(Round::right).count() + " named right at first place, "
                + rounds.stream().filter(Round::wrongAndCertain).count() + " wrong and certain\n\n");
        counts.forEach((there, named) -> named.forEach((code, count) -> text.append(String.format(
                "%-60s named %-30s %3d%s%n", there, code, count, there.contains(code) ? "" : "  <- wrong"))));
        Path folder = Files.createDirectories(Path.of("target", "diagnosis"));
        Files.writeString(folder.resolve("blind-" + name + ".txt"), text);
        return text.toString();
    }
}
