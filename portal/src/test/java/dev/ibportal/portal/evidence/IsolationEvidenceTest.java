package dev.ibportal.portal.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasItem;

import dev.ibportal.agent.v1.PingResult;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmKeyState;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.audit.ExportCheck;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence of a whole line: a subnet manager, two nodes in two partitions, and pings that they answer or do not. */
@QuarkusTest
class IsolationEvidenceTest extends LineTestBase {
    private Predicate<String> reached = target -> true;
    private int partitions;

    @Inject
    SealService seals;

    @TempDir
    Path directory;

    @BeforeEach
    void twoPartitionsOnTwoNodes() {
        smConnects();
        connects(node1, "n1");
        connects(node2, "n2");
        awaitInSync(member("n1", "full"));
        awaitInSync(member("n2", "full"));
        UUID other = cluster.partition(tenant, fabric, "compute", "0x8052");
        cluster.pool(tenant, other, "10.77.52.0/24");
        for (String node : new String[] {"n1", "n2"}) {
            String id = cluster.member(other, Map.of("node", node, "membership", "full"))
                    .statusCode(201)
                    .extract()
                    .path("id");
            awaitInSync(UUID.fromString(id));
        }
        soon().untilAsserted(() ->
                assertThat(world.count("partition_status", "state = 'active'")).isEqualTo(2));
    }

    private void connects(UUID node, String name) {
        NodePlayer player = new NodePlayer();
        TestDaemon.Stream stream = daemon(agents.enrol(node, machine(name)))
                .open((answer, message) -> {
                    player.answer(answer, message);
                    if (message.hasTask()) {
                        answer.send(pinged(message));
                    }
                })
                .hello(machine(name));
        stream.welcome();
    }

    /** Inside a partition pings pass; from one to the other as the test has it. */
    private SessionRequest.Builder pinged(SessionResponse message) {
        TaskRequest task = message.getTask();
        boolean inside = task.getPing().getInterfaceName().endsWith("8051")
                == task.getPing().getTarget().startsWith("10.77.51.");
        boolean passes = inside || reached.test(task.getPing().getTarget());
        return SessionRequest.newBuilder()
                .setTaskUpdate(TaskUpdate.newBuilder()
                        .setTaskId(task.getTaskId())
                        .setState(TaskState.TASK_STATE_SUCCEEDED)
                        .setPing(PingResult.newBuilder().setSent(2).setReceived(passes ? 2 : 0)));
    }

    private String verdict(String kind, String subject) {
        return told(kind, subject, "verdict");
    }

    private String detail(String kind, String subject) {
        return told(kind, subject, "detail");
    }

    private String told(String kind, String subject, String what) {
        return operator.api()
                .get("/api/v1/tenants/{id}/isolation-evidence", tenant)
                .then()
                .statusCode(200)
                .extract()
                .path("checks.find { it.kind == '%s' && it.subject == '%s' }.%s".formatted(kind, subject, what));
    }

    private void probe() {
        operator.api()
                .post("/api/v1/tenants/{id}/isolation-evidence/probes", tenant)
                .then()
                .statusCode(200)
                .body("checks.kind", hasItem("negative-ping"));
    }

    @Test
    void silenceBetweenPassingPingsIsProof() {
        reached = target -> false;
        assertThat(verdict("negative-ping", "storage")).isEqualTo("NOT_VERIFIED");

        probe();

        assertThat(verdict("negative-ping", "storage")).isEqualTo("PROVED");
        assertThat(verdict("negative-ping", "compute")).isEqualTo("PROVED");
        assertThat(verdict("keys-unique", "storage")).isEqualTo("PROVED");
        assertThat(verdict("sm-keys", "ib")).isEqualTo("NOT_VERIFIED");
        assertThat(detail("sm-keys", "ib")).contains("sm.options-file");
        assertThat(world.count("audit_event", "action = 'evidence.probe'")).isEqualTo(2);
        assertThat(world.count("audit_event", "action = 'evidence.export'")).isPositive();
        world.tenantAdmin("ada", tenant);
        assertThat(Browser.of("ada")
                        .get("/tenants/" + tenant + "/isolation")
                        .select("table")
                        .text())
                .contains("proved", "not verified");
        assertThat(new Browser("zh-CN")
                        .logIn("ada")
                        .get("/tenants/" + tenant + "/isolation")
                        .select("td.wrap")
                        .eachText())
                .isNotEmpty()
                .as("no sentence is left in English")
                .noneMatch(text -> text.matches(".*[a-z]{3,} [a-z]{2,} [a-z]{2,}.*"));
    }

    /** Two hosts that are in none of the other partitions. */
    private void apart(String name, String pkey, String prefix) {
        UUID partition = cluster.partition(tenant, fabric, name, pkey);
        cluster.pool(tenant, partition, prefix);
        for (int i = 3; i <= 4; i++) {
            String node = "n" + i;
            connects(cluster.node(node, fabric, "0x000000000000000" + i, tenant), node);
            String id = cluster.member(partition, Map.of("node", node, "membership", "full"))
                    .statusCode(201)
                    .extract()
                    .path("id");
            awaitInSync(UUID.fromString(id));
        }
        soon().untilAsserted(() -> assertThat(
                        world.count("partition_status", "state = 'active' AND partition_id = ?", partition))
                .isOne());
    }

    @Test
    void anAnswerFromTheOtherSideIsBroken() {
        world.execute("UPDATE partition SET created_at = created_at + interval '1 hour' WHERE name = 'compute'");
        apart("apart", "0x8053", "10.77.53.0/24");

        probe();

        assertThat(verdict("negative-ping", "storage")).isEqualTo("BROKEN");
        assertThat(Browser.of(operator.login()).get("/").select("main").text())
                .contains("Isolation of storage", "broken");
    }

    @Test
    void aHostThatIsInBothMayAnswerForItself() {
        probe();

        assertThat(verdict("negative-ping", "storage")).isEqualTo("NOT_VERIFIED");
        assertThat(detail("negative-ping", "storage")).contains("a host that is in both");
    }

    /** Two tenants may use the same network: an answer from one's own host is none from the other side. */
    @Test
    void anAddressThatOneOfOurOwnHasIsNotPinged() {
        reached = target -> target.startsWith("10.77.51.");
        world.execute("UPDATE partition SET created_at = created_at + interval '1 hour' WHERE name = 'compute'");
        apart("apart", "0x8053", "10.77.51.0/24");

        probe();

        assertThat(verdict("negative-ping", "storage")).isEqualTo("PROVED");
    }

    @Test
    void aForeignKeyInATableIsBroken() {
        assertThat(verdict("no-foreign-members", "storage")).isEqualTo("PROVED");
        UUID third = cluster.node("n3", fabric, "0x0002c90300000099", tenant);
        assertThat(verdict("no-foreign-members", "storage")).isEqualTo("NOT_VERIFIED");
        world.execute(
                "INSERT INTO port_status (port_id, seen_at, present, pkeys)"
                        + " SELECT id, now(), true, ARRAY[32767, 32849] FROM port WHERE node_id = ?",
                third);

        assertThat(verdict("no-foreign-members", "storage")).isEqualTo("BROKEN");
    }

    @Test
    void theManagersKeysAreToldWithTheTables() {
        sm.tellKeys(SmKeyState.SM_KEY_STATE_SET, SmKeyState.SM_KEY_STATE_SET, SmKeyState.SM_KEY_STATE_SET);
        awaitInSync(anotherMember());
        assertThat(verdict("sm-keys", "ib")).isEqualTo("PROVED");

        sm.tellKeys(SmKeyState.SM_KEY_STATE_SET, SmKeyState.SM_KEY_STATE_DEFAULT, SmKeyState.SM_KEY_STATE_SET);
        awaitInSync(anotherMember());
        assertThat(verdict("sm-keys", "ib")).isEqualTo("BROKEN");
        assertThat(detail("sm-keys", "ib")).startsWith("sm_key: not set");
    }

    private UUID anotherMember() {
        String key = "0x80%02x".formatted(0x60 + ++partitions);
        UUID partition = cluster.partition(tenant, fabric, "more " + key, key);
        String id = cluster.member(partition, Map.of("node", "n1", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        return UUID.fromString(id);
    }

    @Test
    void theExportProvesItselfWithoutThePortal() throws IOException {
        byte[] zip = operator.api()
                .accept("application/zip")
                .get("/api/v1/tenants/{id}/isolation-evidence", tenant)
                .then()
                .statusCode(200)
                .extract()
                .asByteArray();
        Path file = Files.write(directory.resolve("evidence.zip"), zip);
        ExportCheck.Result result = ExportCheck.of(file, seals.state().keyId(), List.of());

        assertThat(result.findings()).isEmpty();
        assertThat(result.manifest()).isNotNull();
        Browser auditor = Browser.of(world.auditor("audrey", tenant).login());
        assertThat(auditor.get("/tenants/" + tenant + "/isolation").select("a[href$=/export]"))
                .hasSize(1);
        assertThat(ExportCheck.of(file, "00".repeat(16), List.of()).findings()).hasSize(1);
    }
}
