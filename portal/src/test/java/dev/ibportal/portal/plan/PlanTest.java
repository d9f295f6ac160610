package dev.ibportal.portal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.DriftPolicy;
import dev.ibportal.agent.v1.FileFate;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.agent.v1.NodeJournal;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PlanVerdict;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedCommand;
import dev.ibportal.agent.v1.PlannedFile;
import dev.ibportal.agent.v1.PlannedItem;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.agent.v1.TrafficEffect;
import dev.ibportal.agent.v1.TrafficKind;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Plans of nodes and partitions, asked of daemons that the test plays. */
@QuarkusTest
class PlanTest extends LineTestBase {
    private static final String DIGEST = "ab".repeat(32);

    /** A daemon that makes the same simple plan of whatever spec it is asked about. */
    private static final class Planner {
        private final NodePlayer node = new NodePlayer();
        private final List<TaskRequest> tasks = new CopyOnWriteArrayList<>();
        private volatile String refused = "";

        void answer(TestDaemon.Stream stream, SessionResponse message) {
            node.answer(stream, message);
            if (message.hasTask()) {
                tasks.add(message.getTask());
                stream.send(SessionRequest.newBuilder().setTaskUpdate(update(message.getTask())));
            }
        }

        private TaskUpdate.Builder update(TaskRequest task) {
            TaskUpdate.Builder update =
                    TaskUpdate.newBuilder().setTaskId(task.getTaskId()).setState(TaskState.TASK_STATE_SUCCEEDED);
            if (task.hasApply()) {
                boolean same = task.getApply().getPlanDigest().equals(DIGEST);
                return same
                        ? update.setMessage("applied and read back")
                        : update.setState(TaskState.TASK_STATE_FAILED)
                                .setMessage("the plan is stale")
                                .setPlan(plan(node.last()));
            }
            return task.hasPlan()
                    ? update.setPlan(
                            plan(task.getPlan().hasSpec() ? task.getPlan().getSpec() : node.last()))
                    : update.setMessage("taken back");
        }

        private NodePlan plan(NodeSpec spec) {
            NodePlan.Builder plan = NodePlan.newBuilder()
                    .setDigest(DIGEST)
                    .setObservedAt(Timestamp.newBuilder().setSeconds(1_796_000_000))
                    .addUntouched("file /etc/network/interfaces");
            spec.getInterfacesList().forEach(item -> plan.addItems(item(item)));
            return plan.build();
        }

        private PlannedItem item(InterfaceItem item) {
            String name = "ib0.%04x".formatted(item.getPresent().getPkey());
            PlannedItem.Builder planned = PlannedItem.newBuilder()
                    .setInterfaceId(item.getInterfaceId())
                    .setName(name);
            if (!refused.isEmpty()) {
                return planned.setVerdict(PlanVerdict.PLAN_VERDICT_REFUSED)
                        .setCause("mode.refused")
                        .setMessage(refused)
                        .build();
            }
            String address = item.getPresent().getAddresses(0).getCidr();
            return planned.setVerdict(PlanVerdict.PLAN_VERDICT_CHANGE)
                    .addActions(PlannedAction.newBuilder()
                            .setFile(PlannedFile.newBuilder()
                                    .setPath("/etc/network/interfaces.d/ibportal-" + name)
                                    .setFate(FileFate.FILE_FATE_CREATED)
                                    .setMode("rw-r--r--")
                                    .setDiff("--- /dev/null\n+++ b\n@@ -0,0 +1 @@\n+auto " + name + "\n")))
                    .addActions(PlannedAction.newBuilder()
                            .setCommand(PlannedCommand.newBuilder()
                                    .addAllArgv(List.of("ip", "addr", "add", address, "dev", name))))
                    .addTraffic(TrafficEffect.newBuilder()
                            .setKind(TrafficKind.TRAFFIC_KIND_ADDED)
                            .setSubject(name))
                    .build();
        }
    }

    private TestDaemon.Stream connect(UUID node, String name, Planner planner) {
        TestDaemon.Stream stream = daemon(agents.enrol(node, machine(name)))
                .open(planner::answer)
                .hello(TestDaemon.hello(machine(name))
                        .addCapabilities("task.plan")
                        .addCapabilities("journal"));
        stream.welcome();
        return stream;
    }

    @Test
    void nodesWithEqualPlansStandTogether() {
        UUID node3 = cluster.node("n3", fabric, "0x02a1f00300000053", tenant);
        cluster.node("n4", fabric, "0x02a1f00300000054", tenant);
        Planner refusing = new Planner();
        refusing.refused = "wanted connected mode, but ib0 cannot do it";
        connect(node1, "n1", new Planner());
        connect(node2, "n2", new Planner());
        connect(node3, "n3", refusing);
        for (String name : List.of("n1", "n2", "n3", "n4")) {
            member(name, "full");
        }

        operator.api()
                .get("/api/v1/partitions/{p}/plan", partition)
                .then()
                .statusCode(200)
                .body("nodes", equalTo(4))
                .body("groups", hasSize(3))
                .body("groups[0].kind", equalTo("create"))
                .body("groups[0].name", equalTo("ib0.8051"))
                .body("groups[0].nodes.name", containsInAnyOrder("n1", "n2"))
                .body("groups.find { it.kind == 'refused' }.reason", containsString("cannot do it"))
                .body("groups.find { it.kind == 'not-connected' }.nodes.name", equalTo(List.of("n4")));

        Browser browser = Browser.of("root");
        Document page = browser.get("/partitions/" + partition + "/plan");
        assertThat(page.text()).contains("2 nodes", "create ib0.8051", "refused", "not connected");
        assertThat(new Browser("zh-CN")
                        .logIn("root")
                        .get("/partitions/" + partition + "/plan")
                        .text())
                .contains("2 个节点", "新建 ib0.8051", "接口模式与要求不符");
    }

    @Test
    void otherSettingsAreTriedWithoutBeingSaved() {
        Planner planner = new Planner();
        connect(node1, "n1", planner);
        member("n1", "full");

        operator.api()
                .queryParam("mode", "connected")
                .queryParam("ipMtu", 65520)
                .get("/api/v1/partitions/{p}/plan", partition)
                .then()
                .statusCode(200);

        NodeSpec asked = planner.tasks.get(0).getPlan().getSpec();
        assertThat(asked.getInterfaces(0).getPresent().getMtu()).isEqualTo(65520);
        assertThat(asked.getInterfaces(0).getPresent().getModeValue()).isEqualTo(2);
        assertThat(world.string("SELECT mode FROM partition WHERE id = ?", partition))
                .isEqualTo("datagram");
    }

    @Test
    void aPlanIsAppliedByItsDigestAndAStaleOneRefused() {
        connect(node1, "n1", new Planner());

        operator.api()
                .body(Map.of("digest", DIGEST))
                .post("/api/v1/nodes/{n}/plan/apply", node1)
                .then()
                .statusCode(200)
                .body("succeeded", equalTo(true));
        operator.api()
                .body(Map.of("digest", "cd".repeat(32)))
                .post("/api/v1/nodes/{n}/plan/apply", node1)
                .then()
                .statusCode(409)
                .body("succeeded", equalTo(false))
                .body("message", containsString("stale"))
                .body("plan.digest", equalTo(DIGEST));
        assertThat(
                        world.string(
                                "SELECT string_agg(outcome, ' ' ORDER BY id) FROM audit_event WHERE action = 'node.apply-plan'"))
                .isEqualTo("success failed");
    }

    @Test
    void thePageShowsStepsDiffTrafficAndWhatStays() {
        smConnects();
        Planner planner = new Planner();
        connect(node1, "n1", planner);
        UUID member = member("n1", "full");
        awaitInSync(member);

        Document page = Browser.of("root").get("/nodes/" + node1 + "/plan");

        assertThat(page.select(".command").text()).contains("ip addr add 10.77.51.");
        assertThat(page.select(".diff-add").text()).contains("+auto ib0.8051");
        assertThat(page.text())
                .contains("ib0.8051 is new; what runs now is not touched", "file /etc/network/interfaces");
        assertThat(page.select("input[name=digest]").val()).isEqualTo(DIGEST);
        photograph("node", page);
        photograph("node-zh", new Browser("zh-CN").logIn("root").get("/nodes/" + node1 + "/plan"));
        photograph("partition", Browser.of("root").get("/partitions/" + partition + "/plan"));
    }

    /** Leaves the page where a person wants to look at it; nowhere unless asked. */
    private static void photograph(String name, Document page) {
        String folder = System.getenv("IBPORTAL_SIGHTS");
        if (folder != null) {
            try {
                Files.writeString(Path.of(folder, name + ".html"), page.outerHtml());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void aNodeThatIsNotConnectedSaysSo() {
        operator.api()
                .get("/api/v1/nodes/{n}/plan", node1)
                .then()
                .statusCode(409)
                .body("detail", containsString("never connected"));
    }

    @Test
    void theDriftPolicyOfTheNodeComesBeforeThatOfTheTenant() {
        smConnects();
        Planner planner = new Planner();
        connect(node1, "n1", planner);
        UUID member = member("n1", "full");
        awaitInSync(member);

        operator.api()
                .body(Map.of("policy", "report_only"))
                .put("/api/v1/tenants/{t}/drift-policy", tenant)
                .then()
                .statusCode(200);
        soon().untilAsserted(() -> assertThat(policy(planner)).isEqualTo(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));

        operator.api()
                .body(Map.of("policy", "repair"))
                .put("/api/v1/nodes/{n}/drift-policy", node1)
                .then()
                .statusCode(200);
        soon().untilAsserted(() -> assertThat(policy(planner)).isEqualTo(DriftPolicy.DRIFT_POLICY_UNSPECIFIED));
        operator.api()
                .body(Map.of("policy", "often"))
                .put("/api/v1/nodes/{n}/drift-policy", node1)
                .then()
                .statusCode(422);
    }

    private static DriftPolicy policy(Planner planner) {
        return planner.node.last().getInterfaces(0).getDriftPolicy();
    }

    @Test
    void whatADaemonDidIsKeptOnceAndBounded() {
        TestDaemon.Stream stream = connect(node1, "n1", new Planner());
        NodeJournal.Builder journal = NodeJournal.newBuilder();
        for (int number = 1; number <= 1100; number++) {
            journal.addEntries(JournalEntry.newBuilder()
                    .setNumber(number)
                    .setAt(Timestamp.newBuilder().setSeconds(1_796_000_000L + number))
                    .setKind(JournalKind.JOURNAL_KIND_COMMAND)
                    .addAllWords(List.of("ip", "link", "set", "dev", "ib0.8051", "up"))
                    .setExitCode(0)
                    .setPlanDigest(DIGEST));
        }
        stream.send(SessionRequest.newBuilder().setJournal(journal));
        stream.send(SessionRequest.newBuilder().setJournal(journal));

        soon().untilAsserted(() -> assertThat(world.string("SELECT count(*)::text FROM node_journal"))
                .isEqualTo("1000"));
        operator.api()
                .get("/api/v1/nodes/{n}/journal", node1)
                .then()
                .statusCode(200)
                .body("[0].number", equalTo(1100))
                .body("[0].words[1]", equalTo("link"))
                .body("[0].planDigest", equalTo(DIGEST));
    }

    @Test
    void aHostThatWentBackIsInTheAuditLogOnceForEachPlan() {
        TestDaemon.Stream stream = connect(node1, "n1", new Planner());
        NodeJournal.Builder journal = NodeJournal.newBuilder();
        for (int number = 1; number <= 3; number++) {
            journal.addEntries(JournalEntry.newBuilder()
                    .setNumber(number)
                    .setAt(Timestamp.newBuilder().setSeconds(1_796_000_000L + number))
                    .setKind(JournalKind.JOURNAL_KIND_ROLLED_BACK)
                    .setDetail("the way to the portal runs over ib0.8051, and the portal was not reached in time")
                    .setPlanDigest(number < 3 ? DIGEST : "cd".repeat(32)));
        }
        stream.send(SessionRequest.newBuilder().setJournal(journal));
        stream.send(SessionRequest.newBuilder().setJournal(journal));

        soon().untilAsserted(
                        () -> assertThat(world.count("node_journal", "true")).isEqualTo(3));
        assertThat(world.count(
                        "audit_event",
                        "action = 'node.roll-back' AND outcome = 'failed' AND object_name = 'n1'"
                                + " AND actor_name = 'system:node' AND reason LIKE '%runs over ib0.8051%'"))
                .as("one for each plan, however often it is told")
                .isEqualTo(2);
    }
}
