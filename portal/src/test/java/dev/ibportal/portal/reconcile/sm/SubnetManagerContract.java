package dev.ibportal.portal.reconcile.sm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.types.Guid;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every kind of subnet manager keeps to. */
abstract class SubnetManagerContract {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final SmTarget TARGET = new SmTarget(new UUID(1, 1), new UUID(2, 2));
    static final Guid PORT = Guid.parse("0x02a1f00300000051");

    final Told told = new Told();

    /** Keeps what is reported. */
    static final class Told implements SmReports {
        final List<SmReadBack> readBacks = new ArrayList<>();
        final List<SmRefusal> refusals = new ArrayList<>();
        final List<UUID> contacts = new ArrayList<>();

        @Override
        public void readBack(SmTarget from, SmReadBack readBack, Instant at) {
            assertThat(from).isEqualTo(TARGET);
            readBacks.add(readBack);
        }

        @Override
        public void refused(SmTarget from, SmRefusal refusal, Instant at) {
            refusals.add(refusal);
        }

        @Override
        public void contactChanged(UUID node) {
            contacts.add(node);
        }
    }

    /** The thing under test; reports go to {@link #told}. */
    abstract SubnetManager manager();

    /** From here on there is somebody to talk to, who answers only when told to. */
    abstract void appears();

    abstract void disappears();

    /** Answers with the configuration of this generation in place and the tables of these ports. */
    abstract void answers(long generation);

    abstract void refuses(long generation);

    @Test
    void nobodyThereIsSaidAndNotTried() {
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.None());
        assertThat(manager().apply(TARGET, document(1))).isFalse();
        assertThat(manager().read(TARGET, Set.of(PORT), true)).isFalse();
    }

    @Test
    void comingAndGoingIsTold() {
        appears();
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.empty(), 0, Instant.MAX));
        disappears();

        assertThat(told.contacts).containsExactly(TARGET.node(), TARGET.node());
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.None());
    }

    @Test
    void aDocumentIsUnderWayUntilItIsReadBack() {
        appears();
        assertThat(manager().apply(TARGET, document(3))).isTrue();
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.empty(), 3, NOW));

        answers(2);
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.of(2), 3, NOW));

        answers(3);
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.of(3), 0, Instant.MAX));
        assertThat(told.readBacks).hasSize(2);
    }

    @Test
    void aRefusedDocumentIsNoLongerUnderWay() {
        appears();
        manager().apply(TARGET, document(3));

        refuses(3);

        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.empty(), 0, Instant.MAX));
        assertThat(told.refusals).hasSize(1);
    }

    @Test
    void aQuestionWaitsForAnyAnswer() {
        appears();
        assertThat(manager().read(TARGET, Set.of(PORT), true)).isTrue();
        assertThat(manager().contact(TARGET)).isEqualTo(new Contact.Present(OptionalLong.empty(), 0, NOW));

        answers(0);

        assertThat(((Contact.Present) manager().contact(TARGET)).isWaiting()).isFalse();
    }

    static SmDocument document(long generation) {
        return SmDocument.newBuilder()
                .setFabricId(TARGET.fabric().toString())
                .setGeneration(generation)
                .build();
    }

    static SmReadBack readBack(long generation) {
        return SmReadBack.newBuilder()
                .setFabricId(TARGET.fabric().toString())
                .setGeneration(generation)
                .build();
    }

    static SmRefusal refusal(long generation) {
        return SmRefusal.newBuilder()
                .setFabricId(TARGET.fabric().toString())
                .setGeneration(generation)
                .build();
    }
}
