package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the audit log costs, and how fast it is read: {@code -Dbench.events=1000000} for exports and verification. Writes
 * are compared by {@link Pairs}. {@code -Dbench.parts=readings,writes,sealing} chooses.
 */
final class Audit {
    private static final int EVENTS = Integer.getInteger("bench.events", 1_000_000);
    private static final List<String> PARTS =
            List.of(System.getProperty("bench.parts", "readings,writes,sealing").split(","));
    private static final String NEVER_SEAL = "ibportal.audit.seal-interval=1h";
    private static final String SEAL_OFTEN = "ibportal.audit.seal-interval=1s";

    private Audit() {}

    static void measure(Report report) throws SQLException, IOException, InterruptedException {
        if (PARTS.contains("readings")) {
            readings(report);
        }
        if (PARTS.contains("writes")) {
            writes(report);
        }
        if (PARTS.contains("sealing")) {
            sealing(report);
        }
    }

    private static void readings(Report report) throws SQLException, IOException, InterruptedException {
        try (Bare portal = Bare.product(NEVER_SEAL)) {
            fill(portal, EVENTS);
            long begin = System.nanoTime();
            // The first one also seals what is there.
            export(portal, "/api/v1/audit-events?action=none", "text/csv");
            report.line("%d events sealed in %.1f s", EVENTS, seconds(begin));
            // Classes, caches and code are warm after this; what grows later grows with the events.
            export(portal, "/api/v1/audit-events?action=bench.warm", "text/csv");
            exported(report, portal, "CSV alone", "/api/v1/audit-events", "text/csv");
            exported(report, portal, "CSV bundle with proof", "/api/v1/audit-events/export?format=csv", "*/*");
            exported(report, portal, "JSON Lines alone", "/api/v1/audit-events", "application/jsonl");
            exported(report, portal, "OCSF alone", "/api/v1/audit-events", "application/vnd.ocsf+jsonl");
            verified(report, portal);
        }
    }

    /** Events as a busy portal writes them, with states; a tenth of them is for warming up. */
    private static void fill(Bare portal, int count) throws SQLException {
        try (Connection connection = portal.database().open("ibportal");
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO audit_event (actor_id, actor_name, tenant_name, action, object_kind, object_id, object_name,
                      before, after, outcome, request_id, source_address)
                    SELECT gen_random_uuid(), 'olga', 'Bench', CASE i %% 10 WHEN 0 THEN 'bench.warm' ELSE 'address.allocate' END,
                      'address', gen_random_uuid()::text, '10.0.' || i / 256 %% 256 || '.' || i %% 256, NULL,
                      jsonb_build_object('ip', '10.0.0.1', 'pool', 'storage', 'node', 'n' || i), 'success',
                      gen_random_uuid(), '10.1.2.3'
                    FROM generate_series(1, %d) i""".formatted(count));
            statement.execute("VACUUM ANALYZE audit_event");
        }
    }

    private static void exported(Report report, Bare portal, String what, String path, String accept)
            throws IOException, InterruptedException {
        ProcessCost before = portal.cost();
        long begin = System.nanoTime();
        long[] bytes = new long[1];
        double most = export(portal, path, accept, bytes);
        double took = seconds(begin);
        report.line(
                "export, %s: %d events, %.1f MiB in %.1f s, %.0f events/s; resident %.0f MiB before, %.0f MiB at most",
                what, EVENTS, bytes[0] / 1048576.0, took, EVENTS / took, before.residentMiB(), most);
    }

    private static void export(Bare portal, String path, String accept) throws IOException, InterruptedException {
        export(portal, path, accept, new long[1]);
    }

    /** Reads to the end, looking at the portal's memory every so often; answers the most it was, in MiB. */
    private static double export(Bare portal, String path, String accept, long[] bytes)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(portal.address().resolve(path))
                .header("Authorization", "Bearer " + portal.token())
                .header("Accept", accept)
                .build();
        HttpResponse<InputStream> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("an export is answered with " + answer.statusCode());
        }
        double most = portal.cost().residentMiB();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = answer.body()) {
            long looked = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes[0] += read;
                if (bytes[0] - looked > 8_000_000) {
                    looked = bytes[0];
                    most = Math.max(most, portal.cost().residentMiB());
                }
            }
        }
        return Math.max(most, portal.cost().residentMiB());
    }

    private static void verified(Report report, Bare portal) throws InterruptedException {
        long begin = System.nanoTime();
        String id = Stage.id(portal.operator().post("/api/v1/audit-verifications", Map.of()));
        JsonNode check = portal.operator().get("/api/v1/audit-verifications/" + id);
        while (!check.path("finishedAt").isTextual()) {
            TimeUnit.MILLISECONDS.sleep(100);
            check = portal.operator().get("/api/v1/audit-verifications/" + id);
        }
        report.line(
                "verify: %d events in %.1f s, faults %d, resident %.0f MiB",
                check.at("/report/events").asLong(),
                seconds(begin),
                check.at("/report/faults").asLong(),
                portal.cost().residentMiB());
    }

    private static void writes(Report report) throws SQLException, IOException, InterruptedException {
        try (Bare product = Bare.product(SEAL_OFTEN);
                Bare without = Bare.without(NEVER_SEAL)) {
            try (Connection connection = without.database().open("ibportal")) {
                Variant.open(connection);
            }
            Pairs.compare(report, new Pairs.Side("with RLS and audit", product), new Pairs.Side("without", without));
        }
    }

    private static void sealing(Report report) throws SQLException, IOException, InterruptedException {
        try (Bare often = Bare.product(SEAL_OFTEN);
                Bare never = Bare.product(NEVER_SEAL)) {
            Pairs.compare(report, new Pairs.Side("sealing each second", often), new Pairs.Side("not sealing", never));
        }
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
