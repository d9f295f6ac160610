package dev.ibportal.portal.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.rollout.WorkSql.Job;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RolloutTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int NODES = 8;
    private static final String AWAY =
            "state IN ('draining', 'checking', 'installing', 'rebooting', 'validating', 'going-back', 'returning')";

    @Inject
    World world;

    @Inject
    FakeDaemons daemons;

    @Inject
    RolloutRunner runner;

    @Inject
    Jobs jobs;

    private Person olga;
    private final List<UUID> nodes = new ArrayList<>();

    @BeforeEach
    void eightNodes() {
        world.reset();
        olga = world.operator("olga");
        Cluster cluster = new Cluster(olga);
        nodes.clear();
        for (int i = 0; i < NODES; i++) {
            UUID node = cluster.node("n" + i);
            nodes.add(node);
            world.execute(
                    "UPDATE node_status SET state = 'online', capabilities = '{drivers}', facts = ?::jsonb WHERE node_id = ?",
                    "{\"osId\":\"debian\",\"osVersion\":\"12\",\"kernel\":\"6.1.0-26-amd64\",\"architecture\":\"x86_64\"}",
                    node);
            world.execute(
                    "INSERT INTO node_inventory (node_id, observed_at, sequence, report, netdevs)"
                            + " VALUES (?, now(), 1, ?::jsonb, 0)",
                    node,
                    "{\"hcas\":[{\"device\":\"mlx5_0\",\"type\":\"MT4123\",\"driver\":\"mlx5_core\"}]}");
        }
        daemons.reset(nodes);
    }

    private String planned(Map<String, Object> rules) {
        Map<String, Object> all = new LinkedHashMap<>(
                Map.of("waves", List.of("1", "25%"), "bakeSeconds", 0, "maxUnavailable", "2", "failureBudget", "0"));
        all.putAll(rules);
        return olga.api()
                .body(Map.of("name", "spring", "profile", "inbox-debian", "selector", "name=n*", "rules", all))
                .post("/api/v1/rollouts")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private void tell(String rollout, String order) {
        olga.api().post("/api/v1/rollouts/" + rollout + "/" + order).then().statusCode(200);
    }

    private JsonPath get(String path) {
        return olga.api().get(path).then().statusCode(200).extract().jsonPath();
    }

    private void awaitState(String rollout, String state) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(get("/api/v1/rollouts/" + rollout).getString("state"))
                                .as(() -> olga.api()
                                        .get("/api/v1/rollouts/" + rollout + "/nodes")
                                        .asString())
                                .isEqualTo(state));
    }

    private Map<String, Long> states(String rollout) {
        return get("/api/v1/rollouts/" + rollout + "/nodes").getList("state", String.class).stream()
                .collect(Collectors.groupingBy(state -> state, Collectors.counting()));
    }

    private long installs() {
        return daemons.done().stream()
                .filter(order -> order.step().equals("installing"))
                .count();
    }

    @Test
    void goesInWavesNeverTooManyAndNeverTwoOfOneGroup() {
        olga.api()
                .body(Map.of("nodes", List.of("n1", "n3", "n5", "n7")))
                .put("/api/v1/redundancy-groups/storage")
                .then()
                .statusCode(204);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger mostOfGroup = new AtomicInteger();
        daemons.before(order -> {
            most.accumulateAndGet(count("SELECT count(*) FROM rollout_node WHERE " + AWAY), Math::max);
            mostOfGroup.accumulateAndGet(
                    count("SELECT count(*) FROM rollout_node JOIN redundancy_group USING (node_id) WHERE " + AWAY),
                    Math::max);
        });
        String rollout = planned(Map.of());
        assertThat(get("/api/v1/rollouts/" + rollout + "/nodes").getList("wave", Integer.class))
                .hasSize(NODES)
                .contains(0, 1, 2);
        assertThat(daemons.done()).as("a plan does nothing").isEmpty();

        tell(rollout, "start");
        awaitState(rollout, "done");

        assertThat(states(rollout)).isEqualTo(Map.of("done", (long) NODES));
        assertThat(installs()).isEqualTo(NODES);
        assertThat(most.get()).isBetween(1, 2);
        assertThat(mostOfGroup.get()).isEqualTo(1);
        assertThat(world.strings("SELECT action FROM audit_event WHERE action LIKE 'rollout.%'"))
                .contains(
                        "rollout.plan", "rollout.start", "rollout.node-draining", "rollout.node-done", "rollout.done");
    }

    private int count(String sql) {
        return Integer.parseInt(world.string(sql));
    }

    @Test
    void aCanaryThatFailsTakesItBack() {
        UUID canary = nodes.get(0);
        daemons.answers(canary, "validating", new Job("failed", "mlx5_ib is not loaded", false, false));
        String rollout = planned(Map.of("waves", List.of("2"), "failureBudget", "5"));
        // The former driver has to be found working when it is put back, or the node would be broken.
        daemons.before(order -> {
            if (order.back()) {
                daemons.isWell(canary, "validating");
            }
        });
        tell(rollout, "start");
        awaitState(rollout, "rolled-back");

        JsonPath board = get("/api/v1/rollouts/" + rollout);
        assertThat(board.getString("reason")).contains("first wave").contains("n0");
        assertThat(states(rollout)).doesNotContainKey("done").containsKey("rolled-back");
        assertThat(get("/api/v1/rollouts/" + rollout + "/nodes").getString("find { it.name == 'n0' }.reason"))
                .contains("mlx5_ib is not loaded");
        assertThat(installs()).as("no node of another wave was touched").isLessThanOrEqualTo(2);
    }

    @Test
    void moreFailuresThanAllowedHaltItUntilAPersonGoesOn() {
        daemons.answers(nodes.get(3), "installing", new Job("failed", "dpkg is locked", false, true));
        String rollout = planned(Map.of("maxUnavailable", "1"));
        tell(rollout, "start");
        awaitState(rollout, "halted");
        assertThat(states(rollout)).containsKey("ready");

        await().atMost(SOON).untilAsserted(() -> assertThat(states(rollout)).containsKey("rolled-back"));
        daemons.isWell(nodes.get(3), "installing");
        olga.api()
                .post("/api/v1/rollouts/" + rollout + "/nodes/" + nodes.get(3) + "/retry")
                .then()
                .statusCode(204);
        tell(rollout, "resume");
        awaitState(rollout, "done");
        assertThat(states(rollout)).isEqualTo(Map.of("done", (long) NODES));
        assertThat(installs()).as("one node was tried twice").isEqualTo(NODES + 1);
    }

    /** As if three more portals ran, none of which waits for its lease, and as if this one was started again meanwhile. */
    @Test
    void howeverManyRunnersThereAreNoNodeIsInstalledTwice() {
        String rollout = planned(Map.of("maxUnavailable", "3"));
        ExecutorService others = Executors.newFixedThreadPool(3);
        try {
            daemons.before(order -> {
                if (order.node().equals(nodes.get(2)) && order.step().equals("installing")) {
                    jobs.stop();
                    jobs.start();
                }
            });
            tell(rollout, "start");
            for (int i = 0; i < 3; i++) {
                others.execute(() -> runUntilOver(UUID.fromString(rollout)));
            }
            awaitState(rollout, "done");
        } finally {
            others.shutdownNow();
        }
        assertThat(states(rollout)).isEqualTo(Map.of("done", (long) NODES));
        assertThat(installs()).isEqualTo(NODES);
        assertThat(count("SELECT count(*) FROM driver_job WHERE step = 'installing'"))
                .isEqualTo(NODES);
    }

    private void runUntilOver(UUID rollout) {
        Duration next = Duration.ZERO;
        while (next.compareTo(Duration.ofHours(1)) < 0
                && !Thread.currentThread().isInterrupted()) {
            next = runner.run(rollout);
        }
    }

    /** The portal cannot see a reboot: it sees a daemon that was started again. */
    @Test
    void aRebootIsOverWhenAnotherStartOfTheDaemonIsSeen() {
        daemons.answers(nodes.get(0), "installing", new Job("succeeded", "", true, true));
        String rollout = planned(Map.of());
        tell(rollout, "start");
        await().atMost(SOON).untilAsserted(() -> assertThat(states(rollout)).containsKey("rebooting"));

        world.execute("UPDATE node_status SET boot_nonce = 'another' WHERE node_id = ?", nodes.get(0));
        awaitState(rollout, "done");
        assertThat(states(rollout)).isEqualTo(Map.of("done", (long) NODES));
    }

    @Test
    void anUnreachableNodeIsSkippedAndListed() {
        world.execute(
                "UPDATE node_status SET state = 'unreachable', reason = 'no sign of life' WHERE node_id = ?",
                nodes.get(2));
        String rollout = planned(Map.of());
        tell(rollout, "start");
        awaitState(rollout, "done");

        assertThat(states(rollout)).isEqualTo(Map.of("done", NODES - 1L, "skipped", 1L));
        assertThat(get("/api/v1/rollouts/" + rollout + "/nodes").getString("find { it.name == 'n2' }.reason"))
                .contains("not connected")
                .contains("no sign of life");
    }

    @Test
    void doesOnlyWhatFitsItsState() {
        String rollout =
                planned(Map.of("window", Map.of("days", List.of(), "from", "00:00", "to", "00:01", "zone", closed())));
        String path = "/api/v1/rollouts/" + rollout + "/";
        olga.api().post(path + "pause").then().statusCode(409);
        tell(rollout, "start");
        await().atMost(SOON).untilAsserted(() -> assertThat(states(rollout)).containsKey("ready"));
        assertThat(installs()).as("the window is closed").isZero();
        assertThat(get("/api/v1/rollouts/" + rollout).getString("nextAt")).isNotNull();
        String other = planned(Map.of());
        olga.api().post("/api/v1/rollouts/" + other + "/start").then().statusCode(409);

        tell(rollout, "pause");
        olga.api().post(path + "nodes/" + nodes.get(1) + "/skip").then().statusCode(204);
        tell(rollout, "abort");
        awaitState(rollout, "aborted");
        assertThat(states(rollout)).isEqualTo(Map.of("skipped", (long) NODES));
        assertThat(installs()).isZero();
    }

    /** A zone in which it is about noon now. */
    private String closed() {
        int hour = Integer.parseInt(world.string("SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::int"));
        int offset = 12 - hour;
        return offset >= 0 ? "UTC+" + offset : "UTC" + offset;
    }

    @Test
    void refusesWhatCannotBe() {
        refused(Map.of("name", "x", "profile", "nothing"), "profile");
        refused(Map.of("name", "x", "profile", "inbox-debian", "selector", "name=zz"), "chooses no node");
        refused(Map.of("name", "x", "profile", "inbox-sles"), "is known to work on none");
        refused(Map.of("name", "x", "profile", "inbox-debian", "hook", "slurm"), "no hook");
        refused(Map.of("name", "x", "profile", "inbox-debian", "rules", Map.of("maxUnavailable", "0")), "least is 1");
        refused(Map.of("name", "x", "profile", "inbox-debian", "rules", Map.of("waves", List.of("101%"))), "100%");
        olga.api()
                .body(Map.of("nodes", List.of("n1", "unknown")))
                .put("/api/v1/redundancy-groups/storage")
                .then()
                .statusCode(422);
    }

    private void refused(Map<String, Object> form, String why) {
        assertThat(olga.api()
                        .body(form)
                        .post("/api/v1/rollouts")
                        .then()
                        .statusCode(422)
                        .extract()
                        .<String>path("detail"))
                .contains(why);
    }

    @Test
    void isPlannedStartedAndFollowedOnPages() {
        Browser browser = Browser.of("olga");
        Document form = browser.get("/rollouts/new");
        var answer = browser.send(
                form,
                "form.box",
                Map.of(
                        "name",
                        "by hand",
                        "profile",
                        "inbox-debian",
                        "selector",
                        "name=n*",
                        "bake",
                        "0",
                        "maxUnavailable",
                        "50%"));
        assertThat(answer.statusCode()).isEqualTo(303);
        String path =
                answer.header("Location").replaceFirst("^https?://[^/]+", "").replaceFirst("\\?.*", "");
        Document board = browser.get(path);
        assertThat(board.text())
                .contains("First wave (canary)")
                .contains("Wave 2")
                .contains("any hour");
        assertThat(browser.send(board, "form[action$=/orders/start]", Map.of()).statusCode())
                .isEqualTo(303);
        awaitState(path.substring(path.lastIndexOf('/') + 1), "done");
        assertThat(browser.get(path).text()).contains(NODES + " of " + NODES + " done");
        assertThat(browser.get(path + "/log").text()).contains("n0 installing");
        assertThat(browser.open(path + "/log.txt").asString())
                .contains("n0 done")
                .contains("rollout done");
        assertThat(browser.get("/rollouts").text()).contains("by hand");
        assertThat(browser.open(path + "/orders/dance").statusCode()).isIn(404, 405);
        assertThat(browser.send(browser.get("/rollouts/new"), "form.box", Map.of("name", ""))
                        .statusCode())
                .isEqualTo(422);
    }
}
