package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.demo.Rest;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.bench.Report;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.PartitionRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.PortMember;
import dev.ibportal.testing.RequiresTools;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No test of the suite, a measurement ({@code mvn -Pbench-lab}): changes on a fabric of 1,000 ports with the real OpenSM,
 * through the portal, beside the same file written by hand, OpenSM signalled, and the same ports read with the same
 * parallelism until they show it.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
class LargeFabric {
    private static final int PORTS = 1000;
    private static final int SWITCHES = 33;
    private static final int PARTITIONS = 1000;
    private static final int MEMBERS = 8;
    private static final int FIRST_KEY = 100;
    private static final int ROUNDS = 5;
    private static final int PARALLEL = 4;
    private static final int FULL = 0x8000;

    /** As the daemon does: who looks without a pause keeps OpenSM, which answers each look, from its sweep. */
    private static final long FIRST_PAUSE_MS = 20;

    private static final long LAST_PAUSE_MS = 1000;
    private static final double MOST_TIMES = 1.3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);
    private Lab lab;
    private Optional<Line> running = Optional.empty();

    @BeforeEach
    void up() {
        lab = Lab.builder()
                .hosts(1)
                .bystanders(PORTS - 1)
                .switches(SWITCHES)
                .management()
                .up();
    }

    @AfterEach
    void down() {
        threads.shutdownNow();
        running.ifPresent(Line::close);
        if (lab != null) {
            lab.close();
        }
    }

    private Line line() {
        return running.orElseThrow();
    }

    @Test
    void changesBesideTheSameFileByHand(@TempDir Path folder) throws Exception {
        Report report = Report.begin(
                Path.of(System.getProperty("ibportal.measurements", "target/measurements")), "large-fabric");
        report.line("# %d ports, %d switches, %d smpquery at a time", PORTS, SWITCHES, PARALLEL);
        List<Long> oneByHand = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            oneByHand.add(byHand(List.of(rule(1, 1, MEMBERS + round)), Map.of(MEMBERS + round, 1)));
            report.line("by hand: one member more, round %d: %d ms", round, oneByHand.get(round - 1));
        }
        long manyByHand = byHand(rules(), everyPort());
        report.line("by hand: %d partitions of %d members at once: %d ms", PARTITIONS, MEMBERS, manyByHand);
        byHand(List.of(), Map.of());

        running = Optional.of(Line.up(lab, folder));
        String tenant = register();
        Rest rest = line().operator();
        String partition = rest.post(
                        "/api/v1/partitions",
                        Map.of("tenant", tenant, "fabric", "lab", "name", "one", "pkey", "0x8001"))
                .path("id")
                .asText();
        for (int port = 2; port <= MEMBERS + 1; port++) {
            add(partition, port);
        }
        await(MEMBERS);
        List<Long> one = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            add(partition, MEMBERS + 1 + round);
            await(MEMBERS + round);
            one.add((System.nanoTime() - start) / NANOS_PER_MILLI);
            report.line(
                    "portal: one member more, round %d: %d ms from the request to read back",
                    round, one.get(round - 1));
        }
        long start = insert(tenant);
        await(MEMBERS + ROUNDS + PARTITIONS * MEMBERS);
        long many = (System.nanoTime() - start) / NANOS_PER_MILLI;
        report.line("portal: %d partitions of %d members at once: %d ms", PARTITIONS, MEMBERS, many);
        report.line(
                "one member: portal %d ms, by hand %d ms (medians of %d); goal %.1f x + 1 s = %.0f ms",
                median(one), median(oneByHand), ROUNDS, MOST_TIMES, MOST_TIMES * median(oneByHand) + 1000);
        report.line(
                "%d x %d: portal %d ms, by hand %d ms; goal %.1f x + 3 s = %.0f ms",
                PARTITIONS, MEMBERS, many, manyByHand, MOST_TIMES, MOST_TIMES * manyByHand + 3000);
        assertThat((double) median(one)).isLessThanOrEqualTo(MOST_TIMES * median(oneByHand) + 1000);
        assertThat((double) many).isLessThanOrEqualTo(MOST_TIMES * manyByHand + 3000);
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }

    private static String guid(int port) {
        return Lab.portGuid(port);
    }

    /** Ports from, from + 1, … to as full members; port 1 is the subnet manager's and stays out. */
    private static PartitionRule rule(int key, int from, int to) {
        List<PortMember> members = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            members.add(new PortMember(Guid.parse(guid(1 + i)), MembershipType.FULL));
        }
        return new PartitionRule(new PKey(key), Optional.of(BroadcastGroup.DEFAULT), 0, members);
    }

    /** The n-th port of the n-th partition; each port comes as often as the others. */
    private static int portOf(int partition, int member) {
        return 2 + (partition * MEMBERS + member) % (PORTS - 1);
    }

    private static List<PartitionRule> rules() {
        List<PartitionRule> rules = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) {
            List<PortMember> members = new ArrayList<>();
            for (int m = 0; m < MEMBERS; m++) {
                members.add(new PortMember(Guid.parse(guid(portOf(p, m))), MembershipType.FULL));
            }
            rules.add(new PartitionRule(new PKey(FIRST_KEY + p), Optional.of(BroadcastGroup.DEFAULT), 0, members));
        }
        return rules;
    }

    /** How many keys each port is to have. */
    private static Map<Integer, Integer> everyPort() {
        Map<Integer, Integer> keys = new HashMap<>();
        for (int p = 0; p < PARTITIONS; p++) {
            for (int m = 0; m < MEMBERS; m++) {
                keys.merge(portOf(p, m) - 1, 1, Integer::sum);
            }
        }
        return keys;
    }

    /**
     * @param keys how many full keys of partitions each of these ports is to show, by place after the first port
     * @return milliseconds until they all show it
     */
    private long byHand(List<PartitionRule> rules, Map<Integer, Integer> keys) throws Exception {
        String text = PartitionsConfRenderer.render(new PartitionsConf(DefaultRule.of(MembershipType.LIMITED), rules));
        Path file = lab.subnetManager().partitionsFile();
        Path next = file.resolveSibling("by-hand.new");
        long start = System.nanoTime();
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        ran("kill", "-HUP", Long.toString(lab.subnetManager().pid().orElseThrow()));
        Map<Integer, Integer> waiting = new HashMap<>(keys);
        long pause = FIRST_PAUSE_MS;
        while (true) {
            read(waiting.keySet()).forEach((port, found) -> waiting.remove(port, found));
            if (waiting.isEmpty()) {
                break;
            }
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LAST_PAUSE_MS);
        }
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    private Map<Integer, Integer> read(Iterable<Integer> ports) throws Exception {
        Queue<Integer> left = new ConcurrentLinkedQueue<>();
        ports.forEach(left::add);
        Map<Integer, Integer> found = new HashMap<>();
        List<Future<Map<Integer, Integer>>> readers = new ArrayList<>();
        for (int i = 0; i < PARALLEL; i++) {
            readers.add(threads.submit(() -> drain(left)));
        }
        for (Future<Map<Integer, Integer>> reader : readers) {
            found.putAll(reader.get());
        }
        return found;
    }

    private Map<Integer, Integer> drain(Queue<Integer> left) {
        Map<Integer, Integer> found = new HashMap<>();
        String tool = lab.host(1).commands().resolve("smpquery").toString();
        for (Integer port = left.poll(); port != null; port = left.poll()) {
            String table = ran(tool, "-G", "pkeys", guid(1 + port));
            int count = 0;
            for (String word : table.split("\\s+")) {
                if (word.matches("0x[0-9a-f]{4}") && (Integer.parseInt(word.substring(2), 16) & FULL) != 0) {
                    count++;
                }
            }
            found.put(port, count);
        }
        return found;
    }

    private static String ran(String... argv) {
        try {
            Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Nodes that are known by their ports alone: what is measured ends at the fabric. */
    private String register() {
        Rest rest = line().operator();
        String tenant =
                rest.post("/api/v1/tenants", Map.of("name", "large")).path("id").asText();
        for (int port = 2; port <= PORTS; port++) {
            String node = rest.post("/api/v1/nodes", Map.of("name", name(port), "roles", List.of("node")))
                    .path("id")
                    .asText();
            rest.post("/api/v1/nodes/" + node + "/ports", Map.of("guid", guid(port), "fabric", "lab"));
            rest.put("/api/v1/tenants/" + tenant + "/nodes/" + node, Map.of());
        }
        return tenant;
    }

    private static String name(int port) {
        return "p" + port;
    }

    private void add(String partition, int port) {
        line().operator()
                .post("/api/v1/partitions/" + partition + "/members", Map.of("node", name(port), "membership", "full"));
    }

    /**
     * All at once, as no person could type them: in one transaction, like an import.
     *
     * @return when it was committed
     */
    private long insert(String tenant) throws SQLException {
        try (Connection connection = line().database().open("ibportal");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TEMP TABLE k ON COMMIT DROP AS SELECT g AS p, g + " + FIRST_KEY
                    + " AS pkey, gen_random_uuid() AS id, (SELECT id FROM fabric) AS fabric, '" + tenant
                    + "'::uuid AS tenant FROM generate_series(0, " + (PARTITIONS - 1) + ") g");
            statement.execute("UPDATE pkey_slot s SET state = 'taken', partition_id = k.id, since = now() FROM k"
                    + " WHERE s.fabric_id = k.fabric AND s.pkey = k.pkey");
            statement.execute("INSERT INTO partition (id, tenant_id, fabric_id, pkey, name, name_key)"
                    + " SELECT id, tenant, fabric, pkey, 'b' || pkey, 'b' || pkey FROM k");
            statement.execute(
                    "INSERT INTO membership (tenant_id, partition_id, fabric_id, node_id, port_id, membership)"
                            + " SELECT k.tenant, k.id, k.fabric, o.node_id, o.id, 'full' FROM k, generate_series(0, "
                            + (MEMBERS - 1) + ") m JOIN LATERAL (SELECT o.* FROM port o JOIN node n ON n.id = o.node_id"
                            + " WHERE n.name = 'p' || (2 + (k.p * " + MEMBERS + " + m) % " + (PORTS - 1)
                            + ")) o ON true");
            connection.commit();
        }
        return System.nanoTime();
    }

    private void await(int effective) {
        Waiting.until(PATIENCE, () -> {
            int now = effective();
            return now >= effective ? Optional.empty() : Optional.of(now + " of " + effective + " are effective");
        });
    }

    private int effective() {
        try (Connection connection = line().database().open("ibportal");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT count(*) FROM membership_status WHERE state = 'effective'");
                ResultSet rows = query.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
