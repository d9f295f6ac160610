package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Compares how fast two portals write, over HTTP and with the same number of connections. Short rounds of both stand beside
 * each other as ABBAABBA, so that what changes slowly (warmth, size, other load) meets both alike; each pair gives a ratio, and
 * the median of the ratios is the answer. The first rounds warm up and are thrown away.
 *
 * <p>{@code -Dbench.pairs=20} of {@code -Dbench.seconds=5} each, after {@code -Dbench.warm=30} seconds for either;
 * {@code -Dbench.callers=4}.
 */
final class Pairs {
    private static final int PAIRS = Integer.getInteger("bench.pairs", 20);
    private static final int SECONDS = Integer.getInteger("bench.seconds", 5);
    private static final int WARM = Integer.getInteger("bench.warm", 30);
    private static final int CALLERS = Integer.getInteger("bench.callers", 4);

    private Pairs() {}

    record Side(String name, Bare portal) {}

    /** What a round has done: writes a second, and CPU milliseconds for each, of the portal and of its database. */
    private record Round(double rate, double portal, double database) {
        double cpu() {
            return portal + database;
        }
    }

    static void compare(Report report, Side first, Side second) throws SQLException, IOException, InterruptedException {
        List<Round> ours = new ArrayList<>();
        List<Round> theirs = new ArrayList<>();
        try (Callers a = new Callers(first.portal());
                Callers b = new Callers(second.portal())) {
            // in turn here too: the compiler and the caches of both settle side by side
            for (int warm = 0; warm < WARM; warm += SECONDS) {
                a.round();
                b.round();
            }
            for (int pair = 0; pair < PAIRS; pair++) {
                if (pair % 2 == 0) {
                    ours.add(a.round());
                    theirs.add(b.round());
                } else {
                    theirs.add(b.round());
                    ours.add(a.round());
                }
            }
        }
        tell(report, first, second, ours, theirs);
    }

    private static void tell(Report report, Side first, Side second, List<Round> ours, List<Round> theirs) {
        report.line(
                "addresses allocated over HTTP by %d callers, %d pairs of rounds of %d s, %d s of warm-up for each",
                CALLERS, PAIRS, SECONDS, WARM);
        List<Double> costs = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            costs.add(100 * (1 - ours.get(i).rate() / theirs.get(i).rate()));
            cpu.add(100 * (1 - theirs.get(i).cpu() / ours.get(i).cpu()));
        }
        line(report, first, ours);
        line(report, second, theirs);
        report.line("cost of the first: %s %% of the throughput, by pairs", spread(costs));
        report.line("by CPU time of portal and database for each write: %s %%", spread(cpu));
    }

    private static void line(Report report, Side side, List<Round> rounds) {
        report.line(
                "  %s: %s writes/s; CPU ms each: portal %s, database %s",
                side.name(),
                spread(rounds.stream().map(Round::rate).toList()),
                spread(rounds.stream().map(Round::portal).toList()),
                spread(rounds.stream().map(Round::database).toList()));
    }

    /** Median, and in brackets the middle half and both ends. */
    private static String spread(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return String.format(
                java.util.Locale.ROOT,
                "median %.2f [%.2f to %.2f, ends %.2f and %.2f]",
                at(sorted, 0.5),
                at(sorted, 0.25),
                at(sorted, 0.75),
                sorted.get(0),
                sorted.get(sorted.size() - 1));
    }

    private static double at(List<Double> sorted, double share) {
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /** The same callers with the same connections for all rounds; each takes addresses of a pool of its own. */
    private static final class Callers implements AutoCloseable {
        private final Bare portal;
        private final String token;
        private final List<HttpClient> clients = new ArrayList<>();
        private final List<URI> pools = new ArrayList<>();
        private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

        Callers(Bare portal) {
            this.portal = portal;
            this.token = portal.token();
            for (int i = 0; i < CALLERS; i++) {
                clients.add(HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build());
                String pool = portal.pool("10." + (100 + 2 * i) + ".0.0/15");
                pools.add(portal.address().resolve("/api/v1/pools/" + pool + "/addresses"));
            }
        }

        Round round() throws SQLException, IOException, InterruptedException {
            settle();
            double portalBefore = portal.cost().cpuSeconds();
            double databaseBefore = portal.database().cpuSeconds();
            long begin = System.nanoTime();
            long end = begin + TimeUnit.SECONDS.toNanos(SECONDS);
            int done = 0;
            try {
                List<Callable<Integer>> calls = new ArrayList<>();
                for (int i = 0; i < CALLERS; i++) {
                    HttpClient client = clients.get(i);
                    URI pool = pools.get(i);
                    calls.add(() -> allocate(client, pool, end));
                }
                for (Future<Integer> each : threads.invokeAll(calls)) {
                    done += each.get();
                }
            } catch (ExecutionException e) {
                throw new IOException(e);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            return new Round(
                    done / seconds,
                    1000 * (portal.cost().cpuSeconds() - portalBefore) / done,
                    1000 * (portal.database().cpuSeconds() - databaseBefore) / done);
        }

        /** What earlier rounds have left to be written is written now, and not in the time of this one. */
        private void settle() throws SQLException {
            try (Connection connection = portal.database().open("ibportal");
                    Statement statement = connection.createStatement()) {
                statement.execute("CHECKPOINT");
            }
        }

        private int allocate(HttpClient client, URI pool, long end) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(pool)
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            int done = 0;
            while (System.nanoTime() < end) {
                int status = client.send(request, BodyHandlers.discarding()).statusCode();
                if (status != 201) {
                    throw new IllegalStateException("an address is answered with " + status);
                }
                done++;
            }
            return done;
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
