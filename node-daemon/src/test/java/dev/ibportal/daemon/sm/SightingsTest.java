package dev.ibportal.daemon.sm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmPresent;
import dev.ibportal.types.Guid;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table without a key is no proof while a sweep may be under way that puts it in yet. */
class SightingsTest {
    private static final Guid PORT = new Guid(0xa);
    private static final int KEY = 0x8005;
    private static final SmDocument NOTHING = SmDocument.getDefaultInstance();
    private static final SmDocument PRESENT = document(SmMember.newBuilder()
            .setPresent(SmPresent.newBuilder().setMembership(MembershipType.MEMBERSHIP_TYPE_FULL)));
    private static final SmDocument ABSENT =
            document(SmMember.newBuilder().setAbsent(Absent.newBuilder().setLedgerId(1)));

    private final Sightings sightings = new Sightings();

    private static SmDocument document(SmMember.Builder member) {
        return SmDocument.newBuilder()
                .addPartitions(SmPartition.newBuilder().setPkey(KEY).addMembers(member.setPortGuid(PORT.toString())))
                .build();
    }

    private boolean tells(boolean swept, Integer... entries) {
        PortTable table = PortTable.newBuilder()
                .setPortGuid(PORT.toString())
                .setKnown(true)
                .addAllPkeys(List.of(entries))
                .build();
        return !sightings.proving(Map.of(PORT, table), swept).isEmpty();
    }

    @Test
    void aKeyThatNeverShowedIsGoneOnlyWhenASweepHasEnded() {
        sightings.applied(NOTHING, PRESENT);
        assertThat(tells(false, 0xffff)).isTrue();
        sightings.applied(PRESENT, ABSENT);

        assertThat(tells(false, 0xffff)).isFalse();
        assertThat(tells(true, 0xffff)).isTrue();
    }

    @Test
    void aKeyThatShowedAndDoesNoMoreIsGone() {
        sightings.applied(NOTHING, PRESENT);
        assertThat(tells(false, 0xffff, KEY)).isTrue();
        sightings.applied(PRESENT, ABSENT);

        assertThat(tells(false, 0xffff)).isTrue();
    }

    @Test
    void aSweepThatWasUnderWayIsSeenAndThenItsEndIsNotNeeded() {
        sightings.applied(NOTHING, PRESENT);
        sightings.applied(PRESENT, ABSENT);
        assertThat(tells(false, 0xffff)).isFalse();

        assertThat(tells(false, 0xffff, KEY & 0x7fff)).isTrue();
        assertThat(tells(false, 0xffff)).isTrue();
    }

    @Test
    void whatIsWantedAgainHasToShowAgain() {
        sightings.applied(NOTHING, PRESENT);
        tells(false, KEY);
        sightings.applied(PRESENT, ABSENT);
        sightings.applied(ABSENT, PRESENT);
        sightings.applied(PRESENT, ABSENT);

        assertThat(tells(false, 0xffff)).isFalse();
    }

    @Test
    void aDaemonThatHasJustStartedHasSeenNothing() {
        sightings.applied(NOTHING, ABSENT);

        assertThat(tells(false, 0xffff)).isFalse();
    }

    @Test
    void aPortThatCouldNotBeReadIsTold() {
        sightings.applied(NOTHING, ABSENT);
        PortTable silent = PortTable.newBuilder()
                .setPortGuid(PORT.toString())
                .setDetail("no answer")
                .build();

        assertThat(sightings.proving(Map.of(PORT, silent), false)).containsKey(PORT);
    }
}
