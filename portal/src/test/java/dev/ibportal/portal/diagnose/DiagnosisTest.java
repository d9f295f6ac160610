package dev.ibportal.portal.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.DiagnoseTask;
import dev.ibportal.agent.v1.Evidence;
import dev.ibportal.agent.v1.GatheredFact;
import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
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
            evidence.addRaw(RawOutput.newBuilder()
                    .setCommand("smpquery -C mlx5_0 -P 1 portinfo -D 0")
                    .setEnding("ended with status 0")
                    .setOutput("Mkey:............................0x1234\nLid:.............................5\n"));
            evidence.addRaw(RawOutput.newBuilder()
                    .setCommand("ip -j addr")
                    .setEnding("ended with status 0")
                    .setOutput("[{\"ifname\":\"ib0.8066\"}]"));
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
                shown("cause-en", Browser.of("root").post("/partitions/" + partition + "/diagnose", pair(from, to)));
        assertThat(english.text()).contains("The interface is down.", "Set the interface up", "n1 → n2");

        Document chinese = shown(
                "cause-zh",
                new Browser("zh-CN").logIn("root").post("/partitions/" + partition + "/diagnose", pair(from, to)));
        assertThat(chinese.text()).contains("接口处于关闭状态。", "打开接口", "没有载波", "子网管理器对端口的读取");
        assertThat(chinese.select("main li [lang=en]").eachText()).isEmpty();
    }

    /** The page, left in {@code target/diagnosis} for eyes. */
    private static Document shown(String name, Response page) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "diagnosis"));
            Files.writeString(folder.resolve(name + ".html"), page.asString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Browser.parse(page);
    }

    private static Patient well() {
        return new Patient().with("ping-small", "2/2").with("ping-full", "2/2 2016 bytes");
    }

    @Test
    void aSilentEndIsNeitherWellNorACauseAndIsSaidFirst() {
        connect(node1, "n1", well());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        operator.api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].verdict", equalTo("cannot_be_told"))
                .body("items[0].passes", equalTo(true))
                .body("items[0].untold[0].link", equalTo("daemon"))
                .body("items[0].untold[0].found", equalTo("the node's daemon is not connected"));
        Document page =
                shown("silent", Browser.of("root").post("/partitions/" + partition + "/diagnose", pair(to, from)));
        assertThat(page.text())
                .contains("The daemon of n2 gave no answer", "packets pass between the two")
                .doesNotContain("no fault found");
        assertThat(page.select("a[href=/nodes/" + node2 + "]").text()).contains("See why the daemon of n2 is silent");
    }

    @Test
    void aDeadSubnetManagerIsToldWhilePacketsPass() {
        connect(node1, "n1", well().with("subnet-manager", "silent"));
        connect(node2, "n2", well().with("subnet-manager", "silent"));
        world.execute(
                "UPDATE fabric_status SET sm_state = 'not_running', since = now(), seen_at = now() WHERE fabric_id = ?",
                fabric);
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        operator.api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].verdict", equalTo("at_risk"))
                .body("items[0].primary.code", equalTo("sm.silent"))
                .body("items[0].primary.message", containsString("nothing new will work"))
                .body("items[0].besides", hasSize(0));
    }

    @Test
    void limitedMembersAreAskedOnlyForTheFullOnes() {
        UUID node3 = cluster.node("n10", fabric, "0x02a1f00300000053", tenant);
        connect(node1, "n1", well());
        connect(node2, "n2", well().with("pkey-entry", "0x0051"));
        connect(node3, "n10", well().with("pkey-entry", "0x0051"));
        member("n1", "full");
        UUID second = member("n2", "limited");
        UUID third = member("n10", "limited");

        operator.api()
                .body(Map.of())
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items.from.node.name", contains("n2", "n10"))
                .body("items.to.node.name", contains("n1", "n1"))
                .body("summary.pairs", equalTo(2))
                .body("summary.broken", equalTo(0))
                .body("summary.causes", hasSize(0));
        operator.api()
                .body(pair(second, third))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].verdict", equalTo("not_meant"));
    }

    @Test
    void theSummaryOfAPartitionGroupsPairsByCauseAndPlace() {
        connect(node1, "n1", new Patient());
        connect(node2, "n2", new Patient().with("physical-state", "Polling").with("port-state", "DOWN"));
        member("n1", "full");
        member("n2", "full");

        operator.api()
                .body(Map.of())
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("summary.broken", equalTo(2))
                .body("summary.causes", hasSize(1))
                .body("summary.causes[0].code", equalTo("port.down"))
                .body("summary.causes[0].node", equalTo("n2"))
                .body("summary.causes[0].pairs", contains("n1 → n2", "n2 → n1"));
        assertThat(shown("whole", Browser.of("root").post("/partitions/" + partition + "/diagnose", Map.of()))
                        .text())
                .contains("Pairs with a fault: 2 of 2.", "No link: cable or peer. n2: n1 → n2, n2 → n1");
    }

    @Test
    void theEvidenceStandsBesideTheCause() {
        connect(node1, "n1", new Patient());
        connect(node2, "n2", new Patient().with("physical-state", "Polling").with("port-state", "DOWN"));
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        operator.api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("items[0].primary.evidence.fact", hasItem("physical-state"))
                .body("items[0].primary.evidence.source", hasItem("a tool of physical-state"));
        Document page =
                shown("evidence", Browser.of("root").post("/partitions/" + partition + "/diagnose", pair(from, to)));
        assertThat(page.select("h3:contains(What this rests on) + div").text())
                .contains("Polling", "a tool of physical-state");
        assertThat(page.select(".chain-reason").text())
                .as("the cause once, and no code")
                .containsOnlyOnce("No link: cable or peer")
                .doesNotContain("no link: cable or peer", "port.down");
    }

    @Test
    void aTableOfWhichATenantSeesAPartIsNotShownAsTheWhole() {
        connect(node1, "n1", new Patient());
        connect(node2, "n2", new Patient());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");

        String seen = world.tenantAdmin("tess", tenant)
                .api()
                .body(pair(from, to))
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(seen).contains("0x8051\\n(others are not shown)").doesNotContain("0x8066");
    }

    @Test
    void nobodyIsAskedToReachItselfAndAWholePartitionHasNoSinglePeer() {
        UUID from = member("n1", "full");

        for (Map<String, String> wrong : List.of(pair(from, from), Map.of("to", from.toString()))) {
            operator.api()
                    .body(wrong)
                    .post("/api/v1/partitions/{p}/diagnoses", partition)
                    .then()
                    .statusCode(422)
                    .body("errors[0].field", equalTo("to"));
        }
        assertThat(Browser.of("root")
                        .post("/partitions/" + partition + "/diagnose", pair(from, from))
                        .asString())
                .contains("Nobody has to reach itself");
    }

    @Test
    void whatIsOldIsNotUsedAsIfItWereNew() {
        Instant now = Instant.parse("2031-05-04T03:02:01Z");
        FabricView.Status young =
                new FabricView.Status("not_running", now, "", now.minusSeconds(20), 0, null, List.of());
        FabricView.Status old = new FabricView.Status("running", now, "", now.minusSeconds(1200), 0, null, List.of());

        assertThat(FabricSide.process(young, now).told()).isEqualTo(new Told.Value("not running"));
        assertThat(FabricSide.process(old, now).told()).isEqualTo(new Told.Unknown("last seen 20 min ago: running"));
    }

    /** Above a few members, each is asked once, and what is not well is looked at again from both ends. */
    @Test
    void everyMemberOfALargePartitionIsLookedAt() {
        for (int i = 3; i <= 20; i++) {
            UUID node = cluster.node("n" + i, fabric, "0x02a1f003000000%02x".formatted(0x50 + i), tenant);
            connect(node, "n" + i, i == 19 ? new Patient().with("interface-up", "down") : well());
        }
        connect(node1, "n1", well());
        connect(node2, "n2", well());
        for (int i = 1; i <= 20; i++) {
            member("n" + i, "full");
        }

        operator.api()
                .body(Map.of())
                .post("/api/v1/partitions/{p}/diagnoses", partition)
                .then()
                .statusCode(200)
                .body("cut", equalTo(false))
                .body("summary.pairs", equalTo(20))
                .body("summary.causes.code", hasItem("interface.down"))
                .body("summary.causes.node", hasItem("n19"))
                .body("items[0].verdict", equalTo("broken"));
    }

    private static Map<String, String> unzip(byte[] file) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                texts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    @Test
    void theFileHoldsWhatWasSeenWithTheRawOutputsAndWithoutSecretsAndOthers() throws IOException {
        Patient first = connect(node1, "n1", new Patient());
        connect(node2, "n2", new Patient());
        UUID from = member("n1", "full");
        UUID to = member("n2", "full");
        world.tenantAdmin("tess", tenant);
        for (String login : List.of("root", "tess")) {
            int before = first.asked.size();
            Document page =
                    shown("file", Browser.of(login).post("/partitions/" + partition + "/diagnose", pair(from, to)));
            String seen = page.select("input[name=diagnosis]").val();
            Response answer = Browser.of(login)
                    .post("/partitions/" + partition + "/diagnose/evidence", Map.of("diagnosis", seen));

            assertThat(first.asked).as("nobody is asked again").hasSize(before + 1);
            assertThat(answer.header("Content-Disposition")).containsPattern("diagnosis-storage-\\d{8}T\\d{6}Z.zip");
            Map<String, String> texts = unzip(answer.asByteArray());
            assertThat(texts.keySet()).containsExactly("diagnosis.json", "raw/n1.txt", "raw/n2.txt");
            assertThat(texts.get("diagnosis.json")).contains(seen);
            assertThat(texts.get("raw/n1.txt")).contains("$ smpquery", "Lid:").doesNotContain("0x1234");
            assertThat(texts.getOrDefault("raw/n1.txt", "").contains("ib0.8066"))
                    .isEqualTo(login.equals("root"));
        }
    }

    @Test
    void namesAreSortedAsPeopleCount() {
        assertThat(Stream.of("node10", "node2", "node1", "a", "node2b", "node02")
                        .sorted(NaturalOrder.INSTANCE))
                .containsExactly("a", "node1", "node02", "node2", "node2b", "node10");
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
