package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Rest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * "The next free address" over HTTP with audit event and quota, beside what the same PostgreSQL commits at all
 * ({@link CommitFloor}), in turn, so that both meet the same machine. {@code -Dbench.seconds=5} for each round,
 * {@code -Dbench.warm=20} before them.
 */
final class Claims {
    private static final int CLIENTS = 8;
    private static final int USED = 20_000;
    private static final int NEARLY_FULL = 62_000;
    private static final int MOST_AT_ONCE = 10_000;
    private static final long QUOTA = 100_000_000;
    private static final int SECONDS = Integer.getInteger("bench.seconds", 5);
    private static final int WARM = Integer.getInteger("bench.warm", 20);

    private final Report report;
    private final Bare portal;
    private final Rest operator;
    private final List<String> tokens = new ArrayList<>();
    private final List<String> partitions = new ArrayList<>();
    private final Map<String, String> tokenOfPool = new HashMap<>();
    private int network = 16;

    private Claims(Report report, Bare portal) {
        this.report = report;
        this.portal = portal;
        this.operator = portal.operator();
        for (int i = 0; i < CLIENTS; i++) {
            String tenant = Stage.id(operator.post("/api/v1/tenants", Map.of("name", "tenant " + i)));
            operator.put("/api/v1/tenants/" + tenant + "/quotas", Map.of("addresses", QUOTA));
            partitions.add(Stage.id(operator.post(
                    "/api/v1/partitions", Map.of("tenant", tenant, "fabric", "bench", "name", "claims " + i))));
            tokens.add(program(tenant));
        }
    }

    /** The token of a program of this tenant, which is what asks for addresses again and again. */
    private String program(String tenant) {
        String accounts = "/api/v1/tenants/" + tenant + "/service-accounts";
        String account = Stage.id(operator.post(accounts, Map.of("name", "claims", "role", "tenant-admin")));
        return operator.post(accounts + "/" + account + "/tokens", Map.of("name", "claims"))
                .path("token")
                .asText();
    }

    static void measure(Report report) throws SQLException, IOException {
        try (Bare portal = Bare.product("ibportal.audit.seal-interval=1s");
                CommitFloor floor = new CommitFloor(portal.database(), CLIENTS)) {
            new Claims(report, portal).all(floor);
        }
    }

    private void all(CommitFloor floor) throws SQLException, IOException {
        warmUp();
        List<String> many = new ArrayList<>();
        for (String partition : partitions) {
            many.add(pool(partition, 16, USED));
        }
        compare("8 tenants, a /16 each with 20,000 used", floor, many);
        String busy = pool(partitions.get(0), 16, USED);
        compare("one pool, /16 with 20,000 used", floor, same(busy));
        compare("one pool, empty /16", floor, same(pool(partitions.get(1), 16, 0)));
        compare("one pool, /16 95 % full", floor, same(pool(partitions.get(2), 16, NEARLY_FULL)));
        compare("one pool, /12 with 20,000 used", floor, same(pool(partitions.get(3), 12, USED)));
        compare("one pool, /16 with 20,000 used, again", floor, same(busy));
        noGapAfterRelease(busy);
        bulk(partitions.get(4));
    }

    private void warmUp() throws IOException {
        List<String> pools = new ArrayList<>();
        for (String partition : partitions) {
            pools.add(pool(partition, 14, 0));
        }
        round(pools, WARM / 2);
        round(same(pools.get(0)), WARM - WARM / 2);
    }

    private static List<String> same(String pool) {
        return Collections.nCopies(CLIENTS, pool);
    }

    private String pool(String partition, int length, int used) {
        int size = Math.max(1, 1 << (16 - length));
        network = (network + size - 1) / size * size;
        String prefix = "10." + network + ".0.0/" + length;
        network += size;
        String pool = Stage.id(
                operator.post("/api/v1/pools", Map.of("partition", partition, "name", prefix, "prefix", prefix)));
        tokenOfPool.put(pool, tokens.get(partitions.indexOf(partition)));
        for (int left = used; left > 0; left -= MOST_AT_ONCE) {
            bulk(pool, Math.min(left, MOST_AT_ONCE));
        }
        return pool;
    }

    private void bulk(String pool, int count) {
        operator.post("/api/v1/pools/" + pool + "/addresses/bulk", Map.of("count", count));
    }

    private record Round(double perSecond, Samples times) {}

    /** Floor, ours, floor: the ratio is to the mean of both floors. */
    private void compare(String what, CommitFloor floor, List<String> pools) throws SQLException, IOException {
        checkpoint();
        double before = floor.perSecond(SECONDS);
        long rows = addresses();
        double portalCpu = portal.cost().cpuSeconds();
        double databaseCpu = portal.database().cpuSeconds();
        Round ours = round(pools, SECONDS);
        double done = addresses() - rows;
        portalCpu = 1000 * (portal.cost().cpuSeconds() - portalCpu) / done;
        databaseCpu = 1000 * (portal.database().cpuSeconds() - databaseCpu) / done;
        double after = floor.perSecond(SECONDS);
        double mean = (before + after) / 2;
        report.line(
                "%s: %.0f/s = %.2f F (F %.0f and %.0f); p50 %.1f ms, p99 %.1f ms; CPU ms each: portal %.2f, database %.2f;"
                        + " load %.1f",
                what,
                ours.perSecond,
                ours.perSecond / mean,
                before,
                after,
                ours.times.median(),
                ours.times.quantile(0.99),
                portalCpu,
                databaseCpu,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        if (done != ours.times.count()) {
            throw new IllegalStateException((long) done + " rows for " + ours.times.count() + " answers");
        }
    }

    private Round round(List<String> pools, int seconds) throws IOException {
        List<WireCaller> callers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            String path = "/api/v1/pools/" + pools.get(i) + "/addresses";
            callers.add(new WireCaller(
                    portal.address(), path, Objects.requireNonNull(tokenOfPool.get(pools.get(i))), "{}"));
        }
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(seconds);
        List<Callable<long[]>> work = new ArrayList<>();
        for (WireCaller caller : callers) {
            work.add(() -> claim(caller, end));
        }
        List<long[]> times = Crowd.all(work);
        double took = (System.nanoTime() - begin) / 1e9;
        for (WireCaller caller : callers) {
            caller.close();
        }
        Samples samples = Samples.of(times.stream().flatMapToLong(LongStream::of));
        return new Round(samples.count() / took, samples);
    }

    private static long[] claim(WireCaller caller, long end) throws IOException {
        LongStream.Builder times = LongStream.builder();
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            caller.post();
            times.add(System.nanoTime() - begin);
        }
        return times.build().toArray();
    }

    private long addresses() throws SQLException {
        try (Connection connection = portal.database().open("ibportal");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM address")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** What earlier rounds have left to be written is written now, and not in the time of this one. */
    private void checkpoint() throws SQLException {
        try (Connection connection = portal.database().open("ibportal");
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    /** What was given back comes first again, lowest first, and nothing below the highest is left out. */
    private void noGapAfterRelease(String pool) throws SQLException, IOException {
        TreeSet<String> released = new TreeSet<>();
        List<String> ids = new ArrayList<>();
        try (Connection connection = portal.database().open("ibportal");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT id, host(ip) AS ip FROM address WHERE pool_id = ?::uuid AND abs(hashtext(ip::text)) % 100 = 0"
                                + " ORDER BY ip LIMIT 64")) {
            query.setString(1, pool);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getString("id"));
                    released.add(rows.getString("ip"));
                }
            }
        }
        ids.forEach(id -> operator.delete("/api/v1/addresses/" + id));
        TreeSet<String> again = new TreeSet<>();
        for (int i = 0; i < released.size(); i++) {
            JsonNode made = operator.post("/api/v1/pools/" + pool + "/addresses", Map.of());
            again.add(made.path("ip").asText());
        }
        report.line(
                "%d of that pool released and asked for again: %s; %d gaps below its highest",
                released.size(), again.equals(released) ? "the same ones came" : "OTHERS CAME", gaps(pool));
    }

    private long gaps(String pool) throws SQLException {
        try (Connection connection = portal.database().open("ibportal");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT max(ip) - min(ip) + 1 - count(*) FROM address WHERE pool_id = ?::uuid")) {
            query.setString(1, pool);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private void bulk(String partition) {
        String pool = pool(partition, 12, USED);
        LongStream.Builder calls = LongStream.builder();
        for (int i = 0; i < 20; i++) {
            long begin = System.nanoTime();
            bulk(pool, 256);
            calls.add(System.nanoTime() - begin);
        }
        Samples small = Samples.of(calls.build());
        report.line(
                "256 in one call, one caller, median of 20: %.0f ms = %.0f addresses/s",
                small.median(), 256_000 / small.median());
        LongStream.Builder large = LongStream.builder();
        for (int i = 0; i < 5; i++) {
            long begin = System.nanoTime();
            bulk(pool, MOST_AT_ONCE);
            large.add(System.nanoTime() - begin);
        }
        Samples times = Samples.of(large.build());
        report.line("10,000 in one call, median of 5: %.0f ms (%s)", times.median(), times.all());
    }
}
