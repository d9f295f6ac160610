package dev.ibportal.portal.partition.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.partition.core.FabricDiff.Change;
import dev.ibportal.portal.partition.core.FabricDiff.Kind;
import dev.ibportal.portal.partition.core.FabricDiff.Line;
import dev.ibportal.portal.partition.core.LivePort.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FabricDiffTest {
    private static final UUID FIRST = new UUID(0, 1);
    private static final UUID SECOND = new UUID(0, 2);

    private static LivePort port(String guid, Table table, @Nullable UUID member, @Nullable String wish) {
        return new LivePort(guid, new UUID(1, 1), "node " + guid, table, null, member, wish, true);
    }

    @Test
    void whatIsAsItShouldBeIsCountedAndNothingMore() {
        FabricDiff diff = FabricDiff.of(
                List.of(port("a", Table.FULL, FIRST, "full"), port("b", Table.LIMITED, SECOND, "limited")),
                Change.NONE);

        assertThat(diff).isEqualTo(new FabricDiff(List.of(), 2, 1, 1, 0));
        assertThat(diff.touchesFabric()).isFalse();
    }

    @Test
    void aRemovalNamesWhoGoesAndLeavesForeignersAlone() {
        FabricDiff diff = FabricDiff.of(
                List.of(
                        port("a", Table.FULL, FIRST, "full"),
                        port("b", Table.LIMITED, SECOND, "limited"),
                        port("c", Table.FULL, null, null)),
                new Change(Map.of(), Set.of(FIRST)));

        assertThat(diff.lines()).extracting(Line::kind).containsExactly(Kind.GOES, Kind.FOREIGN);
        assertThat(diff.lines()).extracting(Line::byThisChange).containsExactly(true, false);
        assertThat(diff.removes()).isTrue();
        assertThat(diff.empties()).isFalse();
        assertThat(diff.fullAfter()).isZero();
        assertThat(diff.limitedAfter()).isOne();
    }

    @Test
    void theLastOneEmptiesItWhateverForeignersThereAre() {
        FabricDiff diff = FabricDiff.of(
                List.of(port("a", Table.FULL, FIRST, "full"), port("c", Table.FULL, null, null)),
                new Change(Map.of(), Set.of(FIRST)));

        assertThat(diff.empties()).isTrue();
    }

    @Test
    void anAdditionIsOneWhetherTheTableIsKnownOrNot() {
        FabricDiff diff = FabricDiff.of(
                List.of(port("a", Table.NONE, null, null), port("b", Table.NOT_KNOWN, null, null)),
                new Change(Map.of("a", "full", "b", "limited"), Set.of()));

        assertThat(diff.lines()).extracting(Line::kind).containsExactly(Kind.ADDED, Kind.ADDED);
        assertThat(diff.lines()).extracting(Line::wanted).containsExactly(Table.FULL, Table.LIMITED);
        assertThat(diff.removes()).isFalse();
    }

    @Test
    void theOtherMembershipInTheTableIsAChange() {
        FabricDiff diff = FabricDiff.of(List.of(port("a", Table.LIMITED, FIRST, "full")), Change.NONE);

        assertThat(diff.lines()).extracting(Line::kind).containsExactly(Kind.CHANGED);
        assertThat(diff.touchesFabric()).as("not by this change").isFalse();
    }

    @Test
    void whatLeavesAlreadyIsNotCountedAsStaying() {
        FabricDiff diff = FabricDiff.of(List.of(port("a", Table.FULL, FIRST, null)), Change.NONE);

        assertThat(diff.lines()).extracting(Line::kind).containsExactly(Kind.LEAVING);
        assertThat(diff.stay()).isZero();
    }

    @Test
    void foreignersOnNodesOfOthersAreCountedAndNotNamed() {
        LivePort others = new LivePort("c", new UUID(1, 1), "secret", Table.FULL, null, null, null, false);
        FabricDiff diff = FabricDiff.of(List.of(others), Change.NONE);

        assertThat(diff.lines()).isEmpty();
        assertThat(diff.hidden()).isOne();
    }
}
