package dev.ibportal.portal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import io.quarkus.test.junit.QuarkusTest;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** From a saved member to an interface in sync, and back to nothing. */
@QuarkusTest
class MainLineTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();
    private final NodePlayer host2 = new NodePlayer();

    @Test
    void aMemberGoesFromSavedToInSync() {
        smConnects();
        nodeConnects(node1, "n1", host1);

        UUID member = member("n1", "full");

        awaitInSync(member);
        assertThat(memberState(member)).isEqualTo("effective");
        assertThat(partitionState()).isEqualTo("active");
        assertThat(sm.table(GUID_1)).contains(0x8051);
        InterfaceItem item = host1.last().getInterfaces(0);
        assertThat(item.getPresent().getPortGuid()).isEqualTo(GUID_1);
        assertThat(item.getPresent().getPkey()).isEqualTo(0x8051);
        assertThat(item.getPresent().getAddressesList())
                .singleElement()
                .satisfies(address -> assertThat(address.getCidr()).isEqualTo("10.77.51.1/24"));
        assertThat(interfaceText(member, "addresses::text")).isEqualTo("{10.77.51.1/24}");
        assertThat(interfaceText(member, "links -> 0 ->> 'link'")).isEqualTo("pkey-in-table");
    }

    @Test
    void nothingIsToldToTheNodeBeforeThePortShowsTheKey() {
        sm.falsifies(0x8051, 0);
        smConnects();
        nodeConnects(node1, "n1", host1);

        UUID member = member("n1", "full");

        soon().untilAsserted(() -> {
            assertThat(memberState(member)).isEqualTo("programmed");
            assertThat(memberReason(member)).contains("does not show 0x8051");
        });
        assertThat(host1.specs()).noneMatch(spec -> spec.getInterfacesCount() > 0);
        assertThat(partitionState()).isEqualTo("programming");

        sm.tellsTheTruth();
        awaitInSync(member);
    }

    @Test
    void aLimitedEntryIsNoFullMembership() {
        sm.falsifies(0x8051, 0x0051);
        smConnects();

        UUID member = member("n1", "full");

        soon().untilAsserted(() -> assertThat(memberReason(member))
                .isEqualTo("the port's table shows 0x0051, a limited membership; full was wanted"));
        assertThat(world.string("SELECT found FROM membership_status")).isEqualTo("limited");
        assertThat(memberState(member)).isEqualTo("programmed");
    }

    @Test
    void aTableThatCannotBeReadProvesNothing() {
        sm.hides(GUID_1);
        smConnects();

        UUID member = member("n1", "full");

        soon().untilAsserted(() -> assertThat(memberReason(member)).isEqualTo("the port could not be read: no answer"));
        assertThat(memberState(member)).isEqualTo("programmed");
        assertThat(world.count("port_fabric_view", "pkeys IS NULL")).isOne();

        sm.shows(GUID_1);
        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("effective"));
        UUID leaving = member;
        sm.hides(GUID_1);
        removeMember(leaving);
        soon().untilAsserted(() -> assertThat(sm.table(GUID_1)).doesNotContain(0x8051));
        assertThat(world.count("absence", "fabric_absent_at IS NOT NULL")).isZero();
    }

    @Test
    void aRemovedMemberIsAbsentWhenBothSidesHaveProvedIt() {
        smConnects();
        nodeConnects(node1, "n1", host1);
        nodeConnects(node2, "n2", host2);
        UUID member = member("n1", "full");
        UUID other = member("n2", "limited");
        awaitInSync(member);
        awaitInSync(other);

        removeMember(member);

        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("absent"));
        assertThat(interfaceState(member)).isEqualTo("absent");
        assertThat(world.count("absence", "closed_at IS NULL")).isZero();
        assertThat(world.count("address", "ip = '10.77.51.1'")).isZero();
        assertThat(sm.table(GUID_1)).doesNotContain(0x8051);
        assertThat(sm.table(GUID_2)).contains(0x0051);
        assertThat(host1.specs()).anyMatch(MainLineTest::hasTombstone);
        soon().untilAsserted(() -> assertThat(host1.last().getInterfacesCount()).isZero());
        assertThat(interfaceState(other)).isEqualTo("in_sync");
    }

    private static boolean hasTombstone(NodeSpec spec) {
        return spec.getInterfacesList().stream().anyMatch(InterfaceItem::hasAbsent);
    }

    @Test
    void whatNobodyWasToldNeedsNoProof() {
        UUID member = member("n1", "full");

        removeMember(member);

        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("absent"));
        assertThat(world.count("address", "ip = '10.77.51.1'")).isZero();
    }

    @Test
    void aRemovedPartitionCoolsDownAndIsReleased() {
        world.execute("UPDATE fabric SET quarantine = '1 second'");
        smConnects();
        nodeConnects(node1, "n1", host1);
        awaitInSync(member("n1", "full"));

        operator.api().delete("/api/v1/partitions/{id}", partition).then().statusCode(202);

        soon().untilAsserted(() -> assertThat(partitionState()).isEqualTo("quarantined"));
        assertThat(world.string("SELECT state FROM pkey_slot WHERE fabric_id = ? AND pkey = 81", fabric))
                .isEqualTo("quarantined");
        soon().untilAsserted(() -> assertThat(partitionState()).isEqualTo("released"));
        assertThat(world.string("SELECT state FROM pkey_slot WHERE fabric_id = ? AND pkey = 81", fabric))
                .isEqualTo("free");
        assertThat(world.count("pool", "true")).isZero();
        cluster.partition(tenant, fabric, "storage", "0x8051");
    }

    @Test
    void aSubnetManagerThatLostItsMemoryGetsEverythingAgain() {
        TestDaemon.Stream stream = smConnects();
        UUID member = member("n1", "full");
        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("effective"));
        int before = sm.documents().size();

        sm.forget();

        soon().untilAsserted(() -> assertThat(sm.documents()).hasSizeGreaterThan(before));
        assertThat(sm.documents().get(before).getPartitionsCount()).isOne();
        assertThat(memberState(member)).isEqualTo("effective");
        assertThat(stream.isSilent()).isFalse();
    }

    @Test
    void aRefusedConfigurationIsShownWithItsReasonAndTriedAgain() {
        smConnects();
        sm.refuses("port 0x1 is a member as of generation 1, but generation 2 does not name it");

        UUID member = member("n1", "full");

        soon().untilAsserted(() -> assertThat(memberReason(member))
                .contains("refused the configuration (item-omitted)")
                .contains("generation 2 does not name it"));
        assertThat(memberState(member)).isEqualTo("pending");

        sm.refuses("");
        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("effective"));
    }
}
