package dev.ibportal.portal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import io.grpc.Status;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** A node that will not come back: what it held is released by an operator's word, and it gets in again only anew. */
@QuarkusTest
class DeclaredDeadTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();

    /** A member in sync on n1, whose daemon then falls silent. */
    private TestDaemon.Credentials lost(UUID[] member) {
        smConnects();
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon daemon = daemon(credentials);
        daemon.open(host1::answer).hello(machine("n1")).welcome();
        member[0] = member("n1", "full");
        awaitInSync(member[0]);
        daemon.close();
        soon().until(() -> {
            world.execute("UPDATE node_status SET state = 'unreachable', reason = 'silent' WHERE node_id = ?", node1);
            return world.string("SELECT state FROM node_status WHERE node_id = ?", node1)
                    .equals("unreachable");
        });
        return credentials;
    }

    private ValidatableResponse declare(UUID node, String confirm) {
        return operator.api()
                .body(Map.of("confirm", confirm))
                .post("/api/v1/nodes/{id}/declare-dead", node)
                .then();
    }

    private void awaitAbsent(UUID member) {
        soon().untilAsserted(() -> {
            assertThat(memberState(member)).isEqualTo("absent");
            assertThat(interfaceState(member)).isEqualTo("absent");
        });
    }

    private int addresses() {
        return world.count("address", "partition_id = ?", partition);
    }

    @Test
    void whatWaitsForItIsReleasedWhenTheFabricShowsItGone() {
        UUID[] member = new UUID[1];
        lost(member);
        removeMember(member[0]);
        soon().untilAsserted(() -> assertThat(world.count("absence", "fabric_absent_at IS NOT NULL"))
                .isOne());
        assertThat(addresses()).isOne();

        declare(node1, "n1").statusCode(200).body("state", equalTo("dead"));

        awaitAbsent(member[0]);
        assertThat(addresses()).isZero();
        assertThat(world.string("SELECT cidrs::text FROM absence")).isEqualTo("{10.77.51.1/24}");
        assertThat(world.string("SELECT after::text FROM audit_event WHERE action = 'node.declare-dead'"))
                .contains("\"absentByDeclaration\": 1");
    }

    @Test
    void whatIsRemovedLaterWaitsForTheFabricAlone() {
        UUID[] member = new UUID[1];
        lost(member);
        declare(node1, "n1").statusCode(200);
        assertThat(memberState(member[0])).isEqualTo("effective");

        removeMember(member[0]);

        awaitAbsent(member[0]);
        assertThat(addresses()).isZero();
    }

    @Test
    void aPortThatNobodyCanReadCountsAsGoneWithItsNodeAndOnlyThen() {
        UUID[] member = new UUID[1];
        lost(member);
        sm.hides(GUID_1);
        removeMember(member[0]);
        soon().untilAsserted(() -> assertThat(memberReason(member[0])).contains("could not be read"));
        assertThat(memberState(member[0])).isEqualTo("leaving");

        declare(node1, "n1").statusCode(200);

        awaitAbsent(member[0]);
        assertThat(sm.table(GUID_1)).doesNotContain(0x8051);
    }

    @Test
    void aManagerThatDoesNotRunProvesNothing() {
        UUID[] member = new UUID[1];
        lost(member);
        sm.hides(GUID_1);
        sm.dies("crashed");
        removeMember(member[0]);
        declare(node1, "n1").statusCode(200);
        soon().untilAsserted(() ->
                assertThat(world.string("SELECT sm_state FROM fabric_status")).isEqualTo("not_running"));
        assertThat(memberState(member[0])).isEqualTo("leaving");

        sm.runs();

        awaitAbsent(member[0]);
    }

    @Test
    void itTakesTheNameAndANodeThatIsUnreachable() {
        UUID[] member = new UUID[1];
        declare(node2, "n2")
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:node-not-unreachable"))
                .body("detail", containsString("n2 is invited"));
        lost(member);
        declare(node1, "n2").statusCode(422).body("errors[0].message", containsString("type \"n1\" to confirm"));
        assertThat(world.string("SELECT state FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("unreachable");

        world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", smNode);
        declare(smNode, "sm").statusCode(409).body("type", equalTo("urn:ibportal:fault:node-is-subnet-manager"));
        assertThat(world.count("node", "dead_at IS NOT NULL")).isZero();
    }

    @Test
    void itsDaemonIsRefusedUntilItIsEnrolledAnewAndThenFirstTidiesUp() {
        UUID[] member = new UUID[1];
        TestDaemon.Credentials old = lost(member);
        String oldInterface = world.string("SELECT id::text FROM interface WHERE membership_id = ?", member[0]);
        declare(node1, "n1").statusCode(200);
        removeMember(member[0]);
        awaitAbsent(member[0]);
        UUID again = member("n1", "full");
        soon().untilAsserted(() -> assertThat(memberState(again)).isEqualTo("effective"));

        TestDaemon.Stream refused = daemon(old).open().hello(machine("n1"));
        assertThat(refused.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(refused.reason()).isEqualTo("node.dead");

        NodePlayer back = new NodePlayer();
        nodeConnects(node1, "n1", back);
        awaitInSync(again);

        List<NodeSpec> specs = back.specs();
        assertThat(specs.get(0).getInterfacesList()).singleElement().satisfies(item -> {
            assertThat(item.getInterfaceId()).isEqualTo(oldInterface);
            assertThat(item.hasAbsent()).isTrue();
        });
        assertThat(back.last().getInterfacesList())
                .singleElement()
                .satisfies(item -> assertThat(item.hasPresent()).isTrue());
        assertThat(world.count("absence", "made_absent_at IS NOT NULL")).isOne();
        assertThat(world.string("SELECT state FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("online");
        assertThat(world.count("node", "dead_at IS NOT NULL")).isZero();
    }

    @Test
    void thePageAsksForTheName() {
        UUID[] member = new UUID[1];
        lost(member);
        Browser browser = Browser.of("root");
        String place = "/nodes/" + node1 + "/dead";
        assertThat(browser.get("/nodes/" + node1)
                        .select("a[href=" + place + "]")
                        .text())
                .isEqualTo("Declare dead");
        Document page = browser.get(place);
        assertThat(page.text()).contains("Memberships still wanted on it: 1.");

        Response wrong = browser.send(page, ".danger-zone form", Map.of("confirm", "n2"));
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.asString()).contains("Type n1 exactly.");

        assertThat(browser.send(page, ".danger-zone form", Map.of("confirm", "n1"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(browser.get("/nodes/" + node1).text())
                .contains("declared dead")
                .contains("make a new join command");
    }
}
