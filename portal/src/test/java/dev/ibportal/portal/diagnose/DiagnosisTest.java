package dev.ibportal.portal.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.DiagnoseTask;
import dev.ibportal.agent.v1.Evidence;
import dev.ibportal.agent.v1.GatheredFact;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The doctor of the portal, with daemons that the test plays. */
@QuarkusTest
class DiagnosisTest extends LineTestBase {
    /** A daemon that finds everything well, but for what the test puts in. */
    private static final class Patient {
        private final NodePlayer node = new NodePlayer();
        private final Map<String, String> facts = new LinkedHashMap<>(Map.ofEntries(
                Map.entry("rdma-devices", "mlx5_0"),
                Map.entry("module", "loaded"),
                Map.entry("link-layer", "InfiniBand"),
                Map.entry("physical-state", "LinkUp"),
                Map.entry("port-state", "ACTIVE"),
                Map.entry("subnet-manager", "lid 1 guid 0x0002c90300001001 state 3"),
                Map.entry("pkey", "0x8051"),
                Map.entry("pkey-entry", "0x8051"),
                Map.entry("pkey-table", "0xffff\n0x8051\n0x8066"),
                Map.entry("interface", "ib0.8051"),
                Map.entry("interface-up", "up"),
                Map.entry("carrier", "yes"),
                Map.entry("ping-small", "0/2")));
        private final List<DiagnoseTask> asked = new CopyOnWriteArrayList<>();

        Patient with(String key, String value) {
            facts.put(key, value);
            return this;
        }

        void answer(TestDaemon.Stream stream, SessionResponse message) {
            node.answer(stream, message);
            if (message.hasTask() && message.getTask().hasDiagnose()) {
                asked.add(message.getTask().getDiagnose());
                stream.send(SessionRequest.newBuilder()
                        .setTaskUpdate(TaskUpdate.newBuilder()
                                .setTaskId(message.getTask().getTaskId())
                                .setState(TaskState.TASK_STATE_SUCCEEDED)
                                .setEvidence(evidence(message.getTask().getDiagnose()))));
            }
        }

        private Evidence evidence(DiagnoseTask task) {
            Evidence.Builder evidence = Evidence.newBuilder();
            facts.forEach((key, value) -> evidence.addFacts(fact(key).setValue(value)));
            evidence.addFacts(fact("peer").setValue(task.getPeer()));
            evidence.addFacts(fact("neighbour").setValue("FAILED"));
            return evidence.build();
        }

        private static GatheredFact.Builder fact(String key) {
            return GatheredFact.newBuilder()
                    .setKey(key)
                    .setSource("a tool of " + key)
                    .setAt(Timestamp.newBuilder().setSeconds(1_796_000_000));
        }
    }

    private Patient connect(UUID node, String name, Patient patient) {
        TestDaemon.Stream stream = daemon(agents.enrol(node, machine(name)))
                .open(patient::answer)
                .hello(TestDaemon.hello(machine(name)).addCapabilities("task.diagnose"));
        stream.welcome();
        return patient;
    }

    private Map<String, String> pair(UUID from, UUID to) {
        return Map.of("from", from.toString(), "to", to.toString());
    }

    @Test
    void bothLimitedIsSeenOnlyByComparingTheEnds() {
        Patient first = connect(node1, "n1", new Patient().with("pkey-entry", "0x0051"));
        connect(node2, "n2", new Patient().with("pkey-entry", "0x0051"));
        UUID from = member("n1", "limited");
        UUID to = member("n2", "limited");

        operator.api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items", hasSize(1))
                .body("items[0].verdict", equalTo("broken"))
                .body("items[0].primary.code", equalTo("pkey.both-limited"))
                .body("items[0].primary.remedy", equalTo("make_full"))
                .body("items[0].primary.certain", equalTo(true))
                .body("items[0].from.node.name", equalTo("n1"));

        assertThat(first.asked).singleElement().satisfies(task -> {
            assertThat(task.getPeer()).startsWith("10.77.51.");
            assertThat(task.getPkey()).isEqualTo(0x8051);
            assertThat(task.getAddressesList()).isNotEmpty();
        });
        assertThat(world.count("audit_event", "action = 'partition.diagnose' AND outcome = 'success'"))
                .isEqualTo(1);
    }

    @Test
    void aDaemonThatIsNotThereIsNoCause() {
        connect(node1, "n1", new Patient());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        operator.api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].verdict", equalTo("cannot_be_told"))
                .body("items[0].primary", equalTo(null));
    }

    @Test
    void aTenantSeesNothingOfOthersOnTheSameHost() {
        String rules = "inet filter input: ip saddr 10.66.1.0/24 drop";
        connect(
                node1,
                "n1",
                new Patient()
                        .with("filter", rules)
                        .with("kernel-log", "[1] ib0.8066: P_Key 0x8066 is not found\n[2] ib0.8051: fine"));
        connect(node2, "n2", new Patient());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        String seen = world.tenantAdmin("tess", tenant)
                .api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].primary.code", equalTo("filter.firewall"))
                .extract()
                .asString();

        assertThat(seen).doesNotContain("8066", "10.66.1.0").contains("ib0.8051: fine");
    }

    @Test
    void thePageNamesTheCauseInBothLanguages() {
        connect(node1, "n1", new Patient().with("interface-up", "down").with("carrier", "no"));
        connect(node2, "n2", new Patient());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        Document english =
                Browser.parse(Browser.of("root").post("/partitions/" + partition + "/diagnose", pair(from, to)));
        assertThat(english.text()).contains("The interface is down.", "Set the interface up", "n1 → n2");

        Document chinese = Browser.parse(
                new Browser("zh-CN").logIn("root").post("/partitions/" + partition + "/diagnose", pair(from, to)));
        assertThat(chinese.text()).contains("接口处于关闭状态。", "打开接口");
    }

    @Test
    void theWholePartitionIsWalkedInARing() {
        connect(node1, "n1", new Patient());
        connect(node2, "n2", new Patient());
        member("n1", "full");
        member("n2", "full");

        operator.api()
                .body(Map.of())
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items", hasSize(2))
                .body("cut", equalTo(false));
    }
}
