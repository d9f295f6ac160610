package dev.ibportal.portal.evidence.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.evidence.core.Check.Verdict;
import dev.ibportal.portal.evidence.core.Facts.FabricFact;
import dev.ibportal.portal.evidence.core.Facts.KeyFact;
import dev.ibportal.portal.evidence.core.Facts.PartitionFact;
import dev.ibportal.portal.evidence.core.Facts.PortFact;
import dev.ibportal.portal.evidence.core.Facts.ProbeFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IsolationChecksTest {
    private static final Instant NOW = Instant.parse("2031-03-30T12:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofHours(1));
    private static final UUID FABRIC = new UUID(0, 1);
    private static final UUID MEMBER = new UUID(0, 2);
    private static final UUID OTHER = new UUID(0, 3);
    private static final UUID MANAGER = new UUID(0, 4);

    private static PortFact port(UUID id, @Nullable Instant seen, @Nullable List<Integer> keys) {
        return new PortFact(id, id.equals(MANAGER), seen, keys);
    }

    private static Check judged(String kind, FabricFact fabric, int holders, @Nullable ProbeFact probe) {
        PartitionFact partition =
                new PartitionFact(UUID.randomUUID(), "weather", FABRIC, 0x51, holders, Set.of(MEMBER), probe);
        return new IsolationChecks(NOW)
                .judge(new Facts(List.of(partition), List.of(fabric))).stream()
                        .filter(check -> check.kind().equals(kind))
                        .findFirst()
                        .orElseThrow();
    }

    private static Check judged(String kind, FabricFact fabric) {
        return judged(kind, fabric, 1, null);
    }

    private static FabricFact fabric(PortFact... ports) {
        return new FabricFact(FABRIC, "east", true, true, List.of(ports), List.of());
    }

    private static final PortFact GOOD = port(MEMBER, NOW, List.of(0x7fff, 0x8051));
    private static final PortFact APART = port(OTHER, NOW.minusSeconds(9), List.of(0x7fff, 0x8052));

    @Test
    void whatWasReadLatelyOfAllPortsProves() {
        Check foreign = judged("no-foreign-members", fabric(GOOD, APART));
        Check limited = judged("default-limited", fabric(GOOD, APART, port(MANAGER, NOW, List.of(0xffff))));

        assertThat(foreign.verdict()).isEqualTo(Verdict.PROVED);
        assertThat(foreign.seenAt()).isEqualTo(NOW.minusSeconds(9));
        assertThat(limited.verdict()).isEqualTo(Verdict.PROVED);
    }

    @Test
    void whatWasNotReadOrLongAgoProvesNothing() {
        assertThat(judged("no-foreign-members", fabric(GOOD, port(OTHER, null, null)))
                        .verdict())
                .isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("no-foreign-members", fabric(GOOD, port(OTHER, OLD, List.of())))
                        .verdict())
                .isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("no-foreign-members", fabric()).verdict()).isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("default-limited", new FabricFact(FABRIC, "east", true, false, List.of(GOOD), List.of()))
                        .verdict())
                .isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("sm-keys", fabric(GOOD)).verdict()).isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("negative-ping", fabric(GOOD)).verdict()).isEqualTo(Verdict.NOT_VERIFIED);
    }

    private static Check keys(Instant seen, String... states) {
        List<KeyFact> keys = Stream.of("m_key", "sa_key", "sm_key")
                .limit(states.length)
                .map(name -> new KeyFact(
                        name, states[List.of("m_key", "sa_key", "sm_key").indexOf(name)], seen))
                .toList();
        return judged("sm-keys", new FabricFact(FABRIC, "east", true, true, List.of(GOOD), keys));
    }

    @Test
    void theManagersKeysAreSetOrNotOrNotKnown() {
        assertThat(keys(NOW.minusSeconds(5), "set", "set", "set"))
                .extracting(Check::verdict, Check::seenAt)
                .containsExactly(Verdict.PROVED, NOW.minusSeconds(5));
        assertThat(keys(NOW, "set", "unknown", "default"))
                .satisfies(check -> assertThat(check.verdict()).isEqualTo(Verdict.BROKEN))
                .satisfies(
                        check -> assertThat(check.detail()).contains("sm_key").doesNotContain("m_key,"));
        assertThat(keys(NOW, "set", "unknown", "set").verdict()).isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(keys(OLD, "set", "set", "set").verdict()).isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(keys(OLD, "default", "set", "set").verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(keys(NOW).detail()).contains("sm.options-file");
    }

    @Test
    void aForeignMemberIsBrokenWhateverItsKindAndAge() {
        assertThat(judged("no-foreign-members", fabric(GOOD, port(OTHER, OLD, List.of(0x0051))))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged("no-foreign-members", fabric(GOOD, port(OTHER, NOW, List.of(0x8051))))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aFullMemberOfTheDefaultPartitionIsBrokenUnlessItIsTheManager() {
        assertThat(judged("default-limited", fabric(GOOD, port(OTHER, NOW, List.of(0xffff))))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged("default-limited", new FabricFact(FABRIC, "east", false, true, List.of(GOOD), List.of()))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aKeyHeldTwiceIsBroken() {
        assertThat(judged("keys-unique", fabric(GOOD), 1, null).verdict()).isEqualTo(Verdict.PROVED);
        assertThat(judged("keys-unique", fabric(GOOD), 2, null).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aTryHoldsForADayAndAnAnswerForEver() {
        assertThat(judged("negative-ping", fabric(GOOD), 1, new ProbeFact("proved", OLD, "", null))
                        .verdict())
                .isEqualTo(Verdict.PROVED);
        assertThat(judged(
                                "negative-ping",
                                fabric(GOOD),
                                1,
                                new ProbeFact("proved", NOW.minus(Duration.ofDays(2)), "", null))
                        .verdict())
                .isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged("negative-ping", fabric(GOOD), 1, new ProbeFact("unknown", NOW, "", null))
                        .verdict())
                .isEqualTo(Verdict.NOT_VERIFIED);
        assertThat(judged(
                                "negative-ping",
                                fabric(GOOD),
                                1,
                                new ProbeFact("broken", NOW.minus(Duration.ofDays(9)), "", null))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }
}
