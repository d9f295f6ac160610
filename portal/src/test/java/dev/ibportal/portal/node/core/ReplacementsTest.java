package dev.ibportal.portal.node.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.node.core.Replacements.KnownPort;
import dev.ibportal.portal.node.core.Replacements.Proposal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReplacementsTest {
    private static final UUID FABRIC = new UUID(0, 1);
    private static final Instant THEN = Instant.parse("2031-01-01T00:00:00Z");

    private static KnownPort old(String guid, String model, int ordinal, int members) {
        return new KnownPort(UUID.randomUUID(), guid, FABRIC, false, model, ordinal, members, false, THEN);
    }

    private static KnownPort fresh(String guid, String model, int ordinal) {
        return new KnownPort(UUID.randomUUID(), guid, FABRIC, true, model, ordinal, 0, false, THEN.plusSeconds(60));
    }

    @Test
    void theSamePortOfTheSameModelIsProposed() {
        KnownPort a1 = old("a1", "MT4123", 1, 2);
        KnownPort a2 = old("a2", "MT4123", 2, 1);
        KnownPort b1 = fresh("b1", "MT4123", 1);
        KnownPort b2 = fresh("b2", "MT4123", 2);

        assertThat(Replacements.among(List.of(a1, a2, b1, b2)))
                .containsExactly(new Proposal(a1, b1), new Proposal(a2, b2));
    }

    @Test
    void anotherModelPlaceOrFabricIsNot() {
        KnownPort gone = old("a", "MT4123", 1, 1);
        KnownPort elsewhere = new KnownPort(
                UUID.randomUUID(), "d", new UUID(0, 2), true, "MT4123", 1, 0, false, THEN.plusSeconds(60));

        assertThat(Replacements.among(List.of(gone, fresh("b", "MT4129", 1), fresh("c", "MT4123", 2), elsewhere)))
                .isEmpty();
    }

    @Test
    void twoCandidatesAreNone() {
        assertThat(Replacements.among(
                        List.of(old("a", "MT4123", 1, 1), fresh("b", "MT4123", 1), fresh("c", "MT4123", 1))))
                .isEmpty();
    }

    @Test
    void aPortThatNobodyUsesOrWhoseModelWasNeverKnownNeedsNoReplacement() {
        assertThat(Replacements.among(List.of(old("a", "MT4123", 1, 0), fresh("b", "MT4123", 1))))
                .isEmpty();
        assertThat(Replacements.among(List.of(old("a", "", 0, 1), fresh("b", "", 0))))
                .isEmpty();
    }

    @Test
    void anOlderPortIsNoReplacementOfAYoungerOne() {
        KnownPort gone = old("a", "MT4123", 1, 1);
        KnownPort older =
                new KnownPort(UUID.randomUUID(), "b", FABRIC, true, "MT4123", 1, 0, false, THEN.minusSeconds(60));

        assertThat(Replacements.among(List.of(gone, older))).isEmpty();
    }

    @Test
    void whatWasReplacedIsNotProposedAgain() {
        KnownPort replaced = new KnownPort(UUID.randomUUID(), "a", FABRIC, false, "MT4123", 1, 1, true, THEN);

        assertThat(Replacements.among(List.of(replaced, fresh("b", "MT4123", 1))))
                .isEmpty();
    }
}
