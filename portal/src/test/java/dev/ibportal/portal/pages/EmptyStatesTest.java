package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where there is nothing yet, the way on is on the page. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class EmptyStatesTest {
    @Inject
    World world;

    private Cluster cluster;
    private Browser root;

    @BeforeEach
    void anEmptyPortal() {
        world.reset();
        cluster = new Cluster(world.operator("root"));
        root = Browser.of("root");
    }

    private String wayOn(String path) {
        return root.get(path).select(".nothing a.btn").attr("href");
    }

    @Test
    void everyEmptyListOffersToBegin() {
        assertThat(Map.of(
                        "/partitions", wayOn("/partitions"),
                        "/pools", wayOn("/pools"),
                        "/pools/new", wayOn("/pools/new"),
                        "/nodes", wayOn("/nodes"),
                        "/fabrics", wayOn("/fabrics"),
                        "/tenants", wayOn("/tenants")))
                .isEqualTo(Map.of(
                        "/partitions", "/partitions/new",
                        "/pools", "/partitions/new",
                        "/pools/new", "/partitions/new",
                        "/nodes", "/nodes/new",
                        "/fabrics", "/fabrics/new",
                        "/tenants", "/tenants/new"));
    }

    @Test
    void anEmptyPartitionOffersMembersAndAnEmptyPoolListAPool() {
        UUID tenant = world.tenant("Aldermoor");
        UUID fabric = cluster.fabric("ib");
        UUID partition = cluster.partition(tenant, fabric, "weather");

        assertThat(wayOn("/partitions/" + partition)).isEqualTo("/partitions/" + partition + "/members/add");
        assertThat(wayOn("/partitions/" + partition + "/members/add")).isEqualTo("/partitions/" + partition);
        assertThat(wayOn("/pools")).isEqualTo("/pools/new");
        assertThat(wayOn("/tenants/" + tenant + "/grant")).isEqualTo("/nodes");
    }

    @Test
    void anInvitedNodeOffersTheJoinCommand() {
        UUID node = cluster.node("n101");

        assertThat(wayOn("/nodes/" + node)).isEqualTo("/nodes/" + node + "/join");
    }

    @Test
    void addingANodeShowsTheCommandAtOnce() {
        var answer = root.send(root.get("/nodes/new"), "form.box", Map.of("name", "n101"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Browser.parse(answer).select("#command").text()).contains("ibnoded enrol --token-file -");
        assertThat(Browser.parse(answer).select("#progress").text())
                .contains("Waiting for the node")
                .contains("ibnoded runs on the host");
    }
}
