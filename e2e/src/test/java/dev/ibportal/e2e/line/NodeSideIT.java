package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.Ran;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Drift, plans and orders on hosts of the lab, with real daemons under a real portal. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeSideIT {
    private static final System.Logger LOG = System.getLogger(NodeSideIT.class.getName());
    private static final Duration SHOWN = Duration.ofSeconds(5);
    private static final Duration SETTLES = Duration.ofSeconds(60);

    private Lab lab;
    private Line line;
    private Line.Tenant tenant;
    private Partition partition;
    private Partition.Member member;
    private LabHost host;

    @BeforeAll
    void up(@TempDir Path folder) {
        lab = Lab.builder().hosts(2).management().up();
        line = Line.up(lab, folder);
        host = lab.host(2);
        tenant = line.tenant("grid", host);
        partition = tenant.partition("grid", "10.71.0.0/24");
        member = partition.add(host, "full");
        partition.awaitInSync();
    }

    @AfterAll
    void down() {
        if (line != null) {
            line.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    private JsonNode policy(String policy) {
        return line.operator().put("/api/v1/nodes/" + line.node(host) + "/drift-policy", Map.of("policy", policy));
    }

    @Test
    void driftIsShownWithinSecondsAndRepairedOrLeftAsThePolicySays() {
        policy("report_only");
        await().atMost(SETTLES).until(() -> member.interfaceState().equals("in_sync"));
        long begun = System.nanoTime();
        host.ip("addr", "del", member.cidr(), "dev", member.device()).orThrow();
        await().atMost(SHOWN)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> member.interfaceState().equals("drifted"));
        tell("drift shown after %d ms", since(begun));
        assertThat(member.view().path("interface").path("reason").asText())
                .contains("changed by: not known", member.cidr());
        assertThat(host.addresses(member.device())).isEmpty();

        Ran plan = line.daemon(host).command("plan", "--json").orThrow();
        JsonNode seen = Line.parse(plan.out());
        assertThat(seen.path("items").get(0).path("verdict").asText()).isEqualTo("change");
        assertThat(line.daemon(host).command("apply", "--plan", "0".repeat(64)).status())
                .isEqualTo(8);
        line.daemon(host)
                .command("apply", "--plan", seen.path("digest").asText())
                .orThrow();
        await().atMost(SETTLES).until(() -> member.interfaceState().equals("in_sync"));
        assertThat(host.addresses(member.device())).containsExactly(member.cidr());

        policy("repair");
        await().atMost(SETTLES).until(() -> member.interfaceState().equals("in_sync"));
        begun = System.nanoTime();
        host.ip("addr", "del", member.cidr(), "dev", member.device()).orThrow();
        await().atMost(SETTLES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> host.addresses(member.device()).contains(member.cidr()));
        tell("drift repaired after %d ms", since(begun));
    }

    @Test
    void whoChangedAFileIsToldWhereAuditdHasIt() throws IOException {
        Partition watched = tenant.partition("watched", "10.78.0.0/24");
        Partition.Member changed = watched.add(host, "full");
        watched.awaitInSync();
        policy("report_only");
        watched.awaitInSync();
        Path log = Files.createDirectories(host.root().resolve("var/log/audit")).resolve("audit.log");
        Files.writeString(
                log,
                "type=SYSCALL msg=audit(" + System.currentTimeMillis() / 1000
                        + ".123:77): arch=c000003e syscall=257 pid=4711 auid=1000 uid=0 comm=\"vim\""
                        + " exe=\"/usr/bin/vim.basic\" key=\"ibportal\"\n");
        Path kept = host.root()
                .resolve("etc/network/interfaces.d/ibportal-" + changed.device().replace('.', '-'));
        String before = Files.readString(kept);

        Files.writeString(kept, before + "# by hand\n");

        await().atMost(SETTLES).until(() -> changed.interfaceState().equals("drifted"));
        assertThat(changed.view().path("interface").path("reason").asText())
                .contains(
                        "as auditd has it: auid 1000",
                        "/usr/bin/vim.basic",
                        kept.getFileName().toString());
        Files.delete(log);
        policy("repair");
        await().atMost(SETTLES).until(() -> changed.interfaceState().equals("in_sync"));
        assertThat(kept).hasContent(before);
    }

    private static void tell(String what, Object... values) {
        LOG.log(System.Logger.Level.INFO, () -> String.format(Locale.ROOT, what, values));
    }

    private static long since(long begun) {
        return (System.nanoTime() - begun) / 1_000_000;
    }

    @Test
    void whatKeepsComingBackIsRepairedMoreAndMoreSlowly() {
        Partition windy = tenant.partition("windy", "10.79.0.0/24");
        Partition.Member flapping = windy.add(host, "full");
        windy.awaitInSync();
        policy("repair");
        windy.awaitInSync();
        long last = 0;
        for (int i = 1; i <= 5; i++) {
            long begun = System.nanoTime();
            host.ip("addr", "del", flapping.cidr(), "dev", flapping.device()).orThrow();
            if (i == 5) {
                await().atMost(SETTLES).until(() -> flapping.interfaceState().equals("drifted"));
                assertThat(flapping.view().path("interface").path("reason").asText())
                        .containsPattern("it came back [45] times .* repaired again not before");
            }
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> host.addresses(flapping.device()).contains(flapping.cidr()));
            last = since(begun);
            tell("change %d put right after %d ms", i, last);
            // Whoever interferes before it was read back spoils the repair, which is another thing than drift.
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> flapping.interfaceState().equals("in_sync"));
        }
        assertThat(last).as("the fifth time it waits").isGreaterThan(5_000);
    }

    @Test
    void whatWasDoneIsInTheJournalOfTheNode() {
        await().atMost(SETTLES).untilAsserted(() -> {
            JsonNode journal = line.operator().get("/api/v1/nodes/" + line.node(host) + "/journal");
            assertThat(journal.toString()).contains("\"link\",\"add\"", "committed", "/etc/network/interfaces.d/");
        });
    }

    @Test
    void theWholePartitionIsPlannedAtOnce() {
        JsonNode plan = tenant.rest().get("/api/v1/partitions/" + partition.id() + "/plan?ipMtu=1500");

        assertThat(plan.path("groups").get(0).path("kind").asText()).isEqualTo("change");
        assertThat(plan.path("groups").get(0).path("steps").toString()).contains("mtu 1500");
    }
}
