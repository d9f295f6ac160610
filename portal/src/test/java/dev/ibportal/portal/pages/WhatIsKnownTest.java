package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Unknown is never in sync: what was read once is shown with its age, and green only while it is known. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class WhatIsKnownTest {
    private static final String GOOD_LINKS = """
            [{"link":"driver","verdict":"ok"},{"link":"port","verdict":"ok"},{"link":"pkey-in-table","verdict":"ok"},
             {"link":"interface","verdict":"ok"},{"link":"carrier","verdict":"ok"},{"link":"mode","verdict":"ok"},
             {"link":"mtu","verdict":"ok"},{"link":"address","verdict":"ok"},{"link":"persisted","verdict":"ok"}]""";

    @Inject
    World world;

    private Person operator;
    private UUID partition;
    private UUID node;
    private String member;

    @BeforeEach
    void oneMemberInSync() {
        world.reset();
        operator = world.operator("root");
        Cluster cluster = new Cluster(operator);
        UUID tenant = world.tenant("Aldermoor");
        UUID fabric = cluster.fabric("ib");
        partition = cluster.partition(tenant, fabric, "weather");
        node = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        member = cluster.member(partition, Map.of("node", "n101", "membership", "full"))
                .extract()
                .path("id");
        world.execute("UPDATE membership_status SET state = 'effective', found = 'full', seen_at = now()");
        world.execute("SELECT wake_fabric(?)", fabric);
        await().until(() -> world.string("SELECT state FROM partition_status").equals("active"));
        world.execute("UPDATE interface_status SET state = 'in_sync', seen_at = now(), links = ?::jsonb", GOOD_LINKS);
        world.execute("UPDATE node_status SET state = 'online', last_seen_at = now()");
        world.execute("UPDATE fabric_status SET sm_state = 'running', reason = '', seen_at = now()");
    }

    private Document list() {
        return Browser.of("root").get("/partitions");
    }

    private Document page() {
        return Browser.of("root").get("/partitions/" + partition);
    }

    private io.restassured.response.ValidatableResponse api() {
        return operator.api().get("/api/v1/partitions/" + partition).then().statusCode(200);
    }

    @Test
    void isGreenWhileEverythingIsKnownAndAsWanted() {
        assertThat(list().select("tbody .state-good").text()).isEqualTo("in sync");
        assertThat(page().select(".facts .state-good").text()).isEqualTo("in sync");
        assertThat(page().select(".member-head .state-good").text()).isEqualTo("in sync");
        api().body("knowledge.verdict", equalTo("in-sync"))
                .body("knowledge.inSync", equalTo(1))
                .body("knowledge.tablesReadAt", notNullValue())
                .body("knowledge.smSeenAt", notNullValue())
                .body("knowledge.notKnownSince", nullValue());
    }

    @Test
    void isNotKnownWhenTheSubnetManagerIsSilent() {
        world.execute("UPDATE fabric_status SET sm_state = 'unknown', seen_at = now() - interval '5 minutes'");

        assertThat(list().select(".state-good")).isEmpty();
        assertThat(list().select("tbody").text()).contains("not known since 5 min ago");
        assertThat(page().select("#live > .box .state-good, .member-head .state-good"))
                .isEmpty();
        assertThat(page().select(".alert").text()).contains("ib").contains("5 min ago");
        api().body("state", equalTo("active"))
                .body("knowledge.verdict", equalTo("not-known"))
                .body("knowledge.smState", equalTo("unknown"))
                .body("knowledge.notKnownSince", notNullValue());
        assertThat(Browser.of("root").get("/").text()).contains("0 of 1");
    }

    @Test
    void isNotKnownWhenAMembersNodeIsSilent() {
        world.execute("UPDATE node_status SET state = 'unreachable', last_seen_at = now() - interval '3 minutes'");
        world.execute("UPDATE interface_status SET state = 'unreachable'");

        assertThat(list().select(".state-good")).isEmpty();
        assertThat(list().select("tbody").text()).contains("not known since 3 min ago");
        assertThat(page().select(".facts .state-unknown").text()).contains("not known");
        api().body("knowledge.verdict", equalTo("not-known")).body("knowledge.silent", equalTo(1));
    }

    @Test
    void isNotInSyncWhenAMemberIsNot() {
        world.execute("UPDATE interface_status SET state = 'drifted'");

        assertThat(list().select(".state-good")).isEmpty();
        assertThat(list().select("tbody .state-warn").text()).isEqualTo("not in sync");
        api().body("knowledge.verdict", equalTo("not-in-sync")).body("knowledge.wrong", equalTo(1));
    }

    @Test
    void saysWhoKeepsALeavingMemberWaiting() {
        world.execute("UPDATE membership_status SET sent_generation = 1");
        world.execute("UPDATE interface_status SET sent_generation = 1");
        operator.api()
                .delete("/api/v1/partitions/" + partition + "/members/" + member)
                .then()
                .statusCode(202);
        world.execute("UPDATE fabric_status SET sm_state = 'unknown', seen_at = now() - interval '5 minutes'");
        world.execute("UPDATE node_status SET state = 'unreachable', last_seen_at = now() - interval '5 minutes'");

        String reason = page().select(".chain-reason").text();

        assertThat(reason).contains("Subnet manager").contains("The subnet manager of ib is silent");
        assertThat(reason).doesNotContain("usually takes a few seconds");
        world.execute("UPDATE fabric_status SET sm_state = 'running'");
        assertThat(page().select(".chain-reason").text()).contains("n101 is silent");
    }

    @Test
    void firstStepsThatWereDoneStayDoneInAnOutage() {
        world.execute("UPDATE fabric_status SET sm_state = 'unknown'");
        world.execute("UPDATE node_status SET state = 'unreachable'");
        world.execute("UPDATE interface_status SET state = 'unreachable'");

        assertThat(Browser.of("root").get("/").text()).doesNotContain("First steps");
    }

    @Test
    void whatIsHiddenIsNotCalledUnset() {
        UUID tenant = UUID.fromString(world.string("SELECT id FROM tenant"));
        world.planner("paul", tenant);

        assertThat(Browser.of("root").get("/fabrics").text()).contains("Node of the subnet manager");
        assertThat(Browser.of("paul").get("/fabrics").text()).doesNotContain("Node of the subnet manager");
    }

    @Test
    void thePoolsOfAPartitionAreInThePartThatRefreshesItself() {
        assertThat(page().select("#live h2").eachText()).contains("Address pools");
        assertThat(node).isNotNull();
    }
}
