package dev.ibportal.portal.rollout.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.rollout.core.NodeState.Broken;
import dev.ibportal.portal.rollout.core.NodeState.Busy;
import dev.ibportal.portal.rollout.core.NodeState.Checking;
import dev.ibportal.portal.rollout.core.NodeState.Done;
import dev.ibportal.portal.rollout.core.NodeState.Draining;
import dev.ibportal.portal.rollout.core.NodeState.Failed;
import dev.ibportal.portal.rollout.core.NodeState.GoingBack;
import dev.ibportal.portal.rollout.core.NodeState.Installing;
import dev.ibportal.portal.rollout.core.NodeState.Rebooting;
import dev.ibportal.portal.rollout.core.NodeState.Returning;
import dev.ibportal.portal.rollout.core.NodeState.RolledBack;
import dev.ibportal.portal.rollout.core.NodeState.Skipped;
import dev.ibportal.portal.rollout.core.NodeState.Staging;
import dev.ibportal.portal.rollout.core.NodeState.Validating;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final Seen OK = new Seen.Succeeded(false);

    private static List<String> way(Busy from, Seen... seen) {
        List<String> way = new ArrayList<>();
        NodeState now = from;
        for (Seen one : seen) {
            now = Machine.next((Busy) now, one).orElseThrow().to();
            way.add(now.code());
        }
        return way;
    }

    @Test
    void aGoodNodeGoesAllTheWay() {
        assertThat(way(new Draining(false), OK, OK, OK, OK, OK))
                .containsExactly("checking", "installing", "validating", "returning", "done");
        assertThat(way(new Installing(), new Seen.Succeeded(true), OK, OK, OK))
                .containsExactly("rebooting", "validating", "returning", "done");
    }

    /** Before anything is touched the node goes back to its work; after that first the former driver is put back. */
    @Test
    void aFailureLeavesADriverThatWorksOrSaysSo() {
        Seen failed = new Seen.Failed("x", false);
        assertThat(way(new Checking(), failed, OK)).containsExactly("returning", "failed");
        assertThat(way(new Draining(false), failed, OK)).containsExactly("returning", "failed");
        assertThat(way(new Installing(), failed, OK, OK, OK))
                .containsExactly("going-back", "validating", "returning", "rolled-back");
        assertThat(way(new Validating(false), failed, new Seen.Succeeded(true), OK, OK, OK))
                .containsExactly("going-back", "rebooting", "validating", "returning", "rolled-back");
        assertThat(way(new Installing(), new Seen.Failed("x", true), OK)).containsExactly("returning", "rolled-back");
        assertThat(way(new GoingBack(), failed)).containsExactly("broken");
        assertThat(way(new Validating(true), failed)).containsExactly("broken");
        assertThat(way(new Rebooting(true), new Seen.TimedOut("x"))).containsExactly("broken");
    }

    @Test
    void onlyANodeThatWasNotBegunIsSkippedBecauseItIsSilent() {
        Seen silent = new Seen.Unreachable("not connected");
        assertThat(Machine.next(new Staging(), silent).orElseThrow().to()).isEqualTo(new Skipped());
        assertThat(Machine.next(new Rebooting(false), silent)).isEmpty();
        assertThat(Machine.next(new Installing(), silent)).isEmpty();
    }

    @Test
    void everyStateComesBackFromItsCode() {
        for (NodeState state : List.<NodeState>of(
                new NodeState.Waiting(),
                new NodeState.Ready(),
                new Staging(),
                new Draining(false),
                new Draining(true),
                new Checking(),
                new Installing(),
                new Rebooting(true),
                new Rebooting(false),
                new Validating(true),
                new Validating(false),
                new GoingBack(),
                new Returning(new Done()),
                new Returning(new Failed()),
                new Returning(new RolledBack()),
                new Done(),
                new Failed(),
                new Broken(),
                new RolledBack(),
                new Skipped())) {
            assertThat(NodeState.of(state.code(), state.outcome())).isEqualTo(state);
        }
        assertThatThrownBy(() -> NodeState.of("lost", "")).isInstanceOf(IllegalArgumentException.class);
    }
}
