package dev.ibportal.e2e.bench;

import dev.ibportal.demo.Rest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Lists of 50 rows over 10,000 addresses, as API and as pages: time as a client on the same machine sees it, and SQL. */
final class Lists {
    private static final int ADDRESSES = 10_000;
    private static final int AT_ONCE = 1_000;
    private static final int WARM_UP = 200;
    private static final int SAMPLES = 100;
    private static final double P95 = 0.95;

    private Lists() {}

    private record Subject(String name, Runnable read) {}

    static void measure(Report report) throws SQLException, InterruptedException {
        try (Stage stage = Stage.with(8)) {
            MainJobs.run(stage, 1);
            String partition = stage.partition(2);
            String pool = stage.pool(partition, "10.64.0.0/16");
            for (int i = 0; i < ADDRESSES / AT_ONCE; i++) {
                stage.operator().post("/api/v1/pools/" + pool + "/addresses/bulk", Map.of("count", AT_ONCE));
            }
            for (Subject subject : subjects(stage, pool)) {
                line(report, stage, subject);
            }
        }
    }

    private static List<Subject> subjects(Stage stage, String pool) {
        Rest api = stage.operator();
        String addresses = "/api/v1/pools/" + pool + "/addresses?limit=50";
        String deep = "";
        for (int i = 0; i < 10; i++) {
            deep = "&cursor="
                    + Rest.encoded(api.get(addresses.replace("=50", "=500") + deep)
                            .path("next")
                            .asText());
        }
        String middle = addresses + deep;
        List<Subject> all = new ArrayList<>(List.of(
                new Subject("API, addresses of a pool, first 50", () -> api.get(addresses)),
                new Subject("API, addresses of a pool, 50 from the middle", () -> api.get(middle)),
                new Subject(
                        "API, search among all addresses", () -> api.get("/api/v1/addresses?limit=50&search=10.64.7")),
                new Subject("API, pools", () -> api.get("/api/v1/pools?limit=50")),
                new Subject("API, partitions", () -> api.get("/api/v1/partitions?limit=50")),
                new Subject("API, nodes", () -> api.get("/api/v1/nodes?limit=50")),
                new Subject("API, audit events", () -> api.get("/api/v1/audit-events?limit=50"))));
        Browser browser = Browser.logIn(stage.address(), "admin", stage.password());
        for (String page :
                List.of("/", "/tenants", "/fabrics", "/nodes", "/partitions", "/pools", "/pools/" + pool, "/audit")) {
            all.add(new Subject("page " + page.replace(pool, "{id}"), () -> browser.get(page)));
        }
        return all;
    }

    private static void line(Report report, Stage stage, Subject subject) throws SQLException {
        for (int i = 0; i < WARM_UP; i++) {
            subject.read.run();
        }
        LongStream.Builder times = LongStream.builder();
        for (int i = 0; i < SAMPLES; i++) {
            long begin = System.nanoTime();
            subject.read.run();
            times.add(System.nanoTime() - begin);
        }
        Samples samples = Samples.of(times.build());
        List<Long> statements = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            statements.add(Counting.statements(stage.database(), subject.read));
        }
        report.line(
                "%s: median of %d %.1f ms, 95 %% within %.1f ms, SQL statements %d (least of %s)",
                subject.name,
                SAMPLES,
                samples.median(),
                samples.quantile(P95),
                statements.stream().min(Long::compare).orElseThrow(),
                statements);
    }
}
