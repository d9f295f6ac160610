package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class MembersTest extends PartitionTestBase {
    @Test
    void aMemberGetsOneAddressOfEachFamily() {
        cluster.pool(tenant, partition, "10.77.1.0/29");
        cluster.pool(tenant, partition, "fd00:77:1::/64");

        String id = add(Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .body("port.guid", equalTo("0x02a1f00300000101"))
                .body("fabric.state", equalTo("pending"))
                .body("fabric.found", nullValue())
                .body("interface.state", equalTo("pending"))
                .body("addresses.cidr", contains("10.77.1.1/29", "fd00:77:1::1/64"))
                .body("warnings", empty())
                .extract()
                .path("id");

        admin.api()
                .get(memberPath(id))
                .then()
                .statusCode(200)
                .header("ETag", "\"0\"")
                .body("node.name", equalTo("n101"))
                .body("node.state", equalTo("invited"))
                .body("effectiveMode", equalTo("datagram"))
                .body("effectiveMtu", equalTo(2044));
        assertThat(world.strings(
                        "SELECT action || ' ' || object_name FROM audit_event WHERE actor_name = 'ada' ORDER BY id"))
                .containsExactly(
                        "member.add n101 in aldermoor-a (0x8001)",
                        "address.allocate 10.77.1.1",
                        "address.allocate fd00:77:1::1");
    }

    @Test
    void anAddressKeptForTheNodeComesFirst() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/28");
        cluster.ask(pool, Map.of("node", "n101", "address", "10.77.1.9")).statusCode(201);
        cluster.ask(pool, Map.of("node", "n101", "address", "10.77.1.7")).statusCode(201);

        add(Map.of("node", "n101", "membership", "full")).statusCode(201).body("addresses.ip", contains("10.77.1.7"));
        add(Map.of("node", "n102", "membership", "full")).statusCode(201).body("addresses.ip", contains("10.77.1.1"));
    }

    @Test
    void anAddressCanBeAskedForByHand() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/28");
        cluster.ask(pool, Map.of("node", "n102", "address", "10.77.1.9")).statusCode(201);

        add(Map.of("node", "n101", "membership", "full", "addresses", List.of("10.77.1.9")))
                .statusCode(409)
                .body("detail", containsString("10.77.1.9 is in use by n102"));
        add(Map.of("node", "n101", "membership", "full", "addresses", List.of("10.78.1.9")))
                .statusCode(422)
                .body("detail", containsString("no pool of this partition has 10.78.1.9"));
        add(Map.of("node", "n101", "membership", "full", "addresses", List.of("10.77.1.4", "10.77.1.5")))
                .statusCode(422)
                .body("detail", containsString("10.77.1.5 is a second one"));
        assertThat(world.count("membership", "true")).isZero();

        add(Map.of("node", "n101", "membership", "full", "addresses", List.of("10.77.1.4")))
                .statusCode(201)
                .body("addresses.ip", contains("10.77.1.4"));
        add(Map.of("node", "n102", "membership", "full", "addresses", List.of("10.77.1.9")))
                .statusCode(201)
                .body("addresses.ip", contains("10.77.1.9"));
    }

    @Test
    void withoutAPortOrWithSeveralItHasToBeSaid() {
        cluster.grant(tenant, cluster.node("n103"));
        add(Map.of("node", "n103", "membership", "full"))
                .statusCode(422)
                .body("detail", containsString("n103 has no port on fabric ib"));

        cluster.port(n101, fabric, "0x02a1f00300000111");
        add(Map.of("node", "n101", "membership", "full"))
                .statusCode(422)
                .body(
                        "detail",
                        containsString("n101 has 2 ports on fabric ib: 0x02a1f00300000101, 0x02a1f00300000111"));
        add(Map.of("node", "n101", "membership", "full", "port", "0x02a1f00300000102"))
                .statusCode(422)
                .body("detail", containsString("n101 has no port 0x02a1f00300000102"));
        add(Map.of("node", "n101", "membership", "full", "port", "02A1F00300000111"))
                .statusCode(201)
                .body("port.guid", equalTo("0x02a1f00300000111"));
    }

    @Test
    void aPortIsInAPartitionOnce() {
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
        add(Map.of("node", n101.toString(), "membership", "limited"))
                .statusCode(409)
                .body("detail", containsString("n101 (0x02a1f00300000101, pending)"));
    }

    @Test
    void twoNetworksOfANodeDoNotOverlap() {
        UUID other = cluster.partition(tenant, fabric, "aldermoor-b");
        cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.pool(tenant, other, "10.77.0.0/16");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);

        cluster.member(other, Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body(
                        "detail",
                        containsString("n101 has 10.77.1.0/24 in partition aldermoor-a, which overlaps 10.77.0.0/16"));
        cluster.member(other, Map.of("node", "n102", "membership", "full")).statusCode(201);
    }

    @Test
    void whoseTheOtherNetworkIsStaysHidden() {
        cluster.pool(tenant, partition, "10.77.1.0/24");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
        UUID brackwater = world.tenant("Brackwater");
        cluster.grant(brackwater, n101);
        UUID foreign = cluster.partition(brackwater, fabric, "brackwater-a");
        cluster.pool(brackwater, foreign, "10.77.0.0/16");

        world.tenantAdmin("brack", brackwater)
                .api()
                .body(Map.of("node", "n101", "membership", "full"))
                .post("/api/v1/partitions/{id}/members", foreign)
                .then()
                .statusCode(409)
                .body("detail", containsString("not available on one of these nodes"))
                .body("detail", not(containsString("ldermoor")))
                .body("detail", not(containsString("10.77.1.0")));
    }

    @Test
    void limitedMembersAloneAreWarnedOf() {
        add(Map.of("node", "n101", "membership", "limited"))
                .statusCode(201)
                .body("warnings", hasItem(containsString("limited members cannot talk to each other")));
        add(Map.of("node", "n102", "membership", "full")).statusCode(201).body("warnings", empty());
    }

    @Test
    void index0IsRefusedWhereOpenSmWouldLoseAKey() {
        add(Map.of("node", "n101", "membership", "full", "index0", true))
                .statusCode(409)
                .body("detail", containsString("no OpenSM with a daemon"));

        subnetManagerSays("sm.opensm");

        add(Map.of("node", "n101", "membership", "full", "index0", true))
                .statusCode(409)
                .body("detail", containsString("keep_pkey_indexes FALSE"));
    }

    @Test
    void index0IsForOnePartitionOfAPort() {
        subnetManagerSays("sm.opensm", "sm.index0");
        UUID other = cluster.partition(tenant, fabric, "aldermoor-b");

        add(Map.of("node", "n101", "membership", "full", "index0", true))
                .statusCode(201)
                .body("index0", equalTo(true));
        admin.api()
                .body(Map.of("node", "n101", "membership", "full", "index0", true))
                .post("/api/v1/partitions/{id}/members", other)
                .then()
                .statusCode(409)
                .body("detail", containsString("index 0"));
        admin.api()
                .body(Map.of("node", "n101", "membership", "full"))
                .post("/api/v1/partitions/{id}/members", other)
                .then()
                .statusCode(201)
                .body("index0", equalTo(false));
        assertThat(world.strings("SELECT kind FROM interface ORDER BY kind")).containsExactly("child", "parent");
    }

    private void subnetManagerSays(String... capabilities) {
        UUID manager = n102;
        world.execute("UPDATE fabric SET sm_node_id = '" + manager + "'");
        world.execute("UPDATE node_status SET capabilities = '{" + String.join(",", capabilities)
                + "}' WHERE node_id = '" + manager + "'");
    }

    @Test
    void aPortsTableIsFinite() {
        UUID other = cluster.partition(tenant, fabric, "aldermoor-b");
        world.execute("INSERT INTO port_fabric_view (port_id, seen_at, capacity) SELECT id, now(), 2 FROM port");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);

        cluster.member(other, Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("type", containsString("pkey-table-full"))
                .body("detail", containsString("it has 2 entries, and 2 are used"))
                .body("used", equalTo("2"));
    }

    @Test
    void keysThatOthersPutIntoATableTakeRoomToo() {
        world.execute("INSERT INTO port_fabric_view (port_id, seen_at, capacity, pkeys)"
                + " SELECT id, now(), 3, '{65535,36869,4102}' FROM port");

        add(Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("it has 3 entries, and 3 are used"))
                .body("port", equalTo("0x02a1f00300000101"));
        assertThat(world.count("membership", "true")).isZero();
        world.execute("UPDATE port_fabric_view SET pkeys = ARRAY[65535, 36869, 32768 | (SELECT pkey FROM partition)]");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
    }

    @Test
    void savingSaysWhatWillNotDoWhatPeopleWant() {
        UUID first = UUID.fromString(add(Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .body("warnings", empty())
                .extract()
                .path("id"));
        UUID second = UUID.fromString(add(Map.of("node", "n102", "membership", "limited"))
                .statusCode(201)
                .body("warnings", empty())
                .extract()
                .path("id"));
        change(first, "limited")
                .body("warnings", contains(containsString("all members of this partition are limited")));
        change(first, "full").body("warnings", empty());

        remove(first).body("warnings", contains(containsString("all members of this partition are limited")));
        remove(second).body("warnings", contains(containsString("the last member is leaving")));
    }

    private io.restassured.response.ValidatableResponse change(UUID member, String membership) {
        String path = "/api/v1/partitions/" + partition + "/members/" + member;
        return admin.api()
                .header("If-Match", admin.api().get(path).header("ETag"))
                .contentType("application/merge-patch+json")
                .body(Map.of("membership", membership))
                .patch(path)
                .then()
                .statusCode(200);
    }

    private io.restassured.response.ValidatableResponse remove(UUID member) {
        return admin.api()
                .delete("/api/v1/partitions/" + partition + "/members/" + member)
                .then()
                .statusCode(202);
    }

    @Test
    void manyAtOnceAllOrNone() {
        cluster.pool(tenant, partition, "10.77.1.0/30");
        cluster.node("n103", fabric, "0x02a1f00300000103", tenant);

        bulk(List.of("n101", "n102", "n103"))
                .statusCode(409)
                .body("detail", containsString("3 addresses wanted, 2 free"));
        bulk(List.of("n101", "n999", "n998")).statusCode(422).body("detail", containsString("n999, n998"));
        assertThat(world.count("membership", "true")).isZero();
        assertThat(world.count("address", "true")).isZero();

        bulk(List.of("n102", "n101"))
                .statusCode(201)
                .body("items.node.name", contains("n101", "n102"))
                .body("items.addresses.ip.flatten()", contains("10.77.1.1", "10.77.1.2"));
    }

    private io.restassured.response.ValidatableResponse bulk(List<String> nodes) {
        return admin.api()
                .body(Map.of("nodes", nodes, "membership", "full"))
                .post("/api/v1/partitions/{id}/members/bulk", partition)
                .then();
    }

    @Test
    void aNodeThatWasNotGrantedDoesNotExist() {
        cluster.node("hidden");
        add(Map.of("node", "hidden", "membership", "full"))
                .statusCode(422)
                .body("detail", containsString("no such node, or not granted to this tenant: hidden"));
    }

    @Test
    void changesNeedTheStateTheyWereMadeFor() {
        String path = memberPath(
                add(Map.of("node", "n101", "membership", "full")).extract().path("id"));
        admin.api().body("{\"membership\": \"limited\"}").patch(path).then().statusCode(428);
        patch(path, "{\"membership\": \"limited\", \"mtu\": 1500}")
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("membership", equalTo("limited"))
                .body("effectiveMtu", equalTo(1500));
        admin.api()
                .header("If-Match", "\"0\"")
                .body("{\"mtu\": 1400}")
                .patch(path)
                .then()
                .statusCode(412);
        patch(path, "{\"mtu\": null}").statusCode(200).body("effectiveMtu", equalTo(2044));
        patch(path, "{\"mtu\": 2045}").statusCode(422).body("detail", containsString("2045"));
        patch(path, "{\"mtu\": 0}").statusCode(422).body("detail", containsString("MTU 0"));
        patch(path, "{\"mode\": \"connected\", \"mtu\": 65520}")
                .statusCode(200)
                .body("effectiveMode", equalTo("connected"));
        patch(path, "{\"port\": \"x\"}").statusCode(400);
    }

    @Test
    void removingStartsTheEndAndOnlyOnce() {
        String path = memberPath(
                add(Map.of("node", "n101", "membership", "full")).extract().path("id"));

        // What nobody was ever told is absent without proof, and gone in a moment.
        world.execute("UPDATE interface_status SET sent_generation = 1");
        world.execute("UPDATE membership_status SET sent_generation = 1");

        admin.api().header("If-Match", "\"7\"").delete(path).then().statusCode(412);
        admin.api().delete(path).then().statusCode(202).body("fabric.state", equalTo("leaving"));
        admin.api().delete(path).then().statusCode(409);

        admin.api().get(partitionPath() + "/members").then().body("items", hasSize(1));
        assertThat(world.count("absence", "kind = 'membership' AND closed_at IS NULL"))
                .isOne();
        assertThat(world.count("audit_event", "action = 'member.remove'")).isOne();
    }
}
