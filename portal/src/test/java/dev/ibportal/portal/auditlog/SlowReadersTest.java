package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.seal.Retention;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever reads the log slowly, or not at all, is in nobody's way. */
@QuarkusTest
class SlowReadersTest {
    private static final String MANY = """
            INSERT INTO audit_event (actor_name, action, object_kind, object_name, outcome, reason, request_id)
            SELECT 'olga', 'bench.many', 'tenant', 'object ' || i, 'success', repeat('x', 1000), gen_random_uuid()
            FROM generate_series(1, 30000) i""";

    @Inject
    World world;

    @Inject
    SealedLog log;

    @Inject
    Retention retention;

    @Inject
    FabricDb db;

    private Person auditor;

    @BeforeEach
    void begin() {
        log.begin();
        auditor = world.auditor("audrey", null);
    }

    @Inject
    ExportSlots slots;

    private Socket unread(Person reader) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
        socket.setReceiveBufferSize(4096);
        socket.getOutputStream()
                .write(("GET /api/v1/audit-events HTTP/1.1\r\nHost: localhost\r\nAccept: text/csv\r\n"
                                + "Authorization: Bearer " + reader.token() + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getInputStream().read();
        return socket;
    }

    private static int export(Person person) {
        return person.api()
                .accept("text/csv")
                .get("/api/v1/audit-events?action=none")
                .statusCode();
    }

    private static void assertFull(Person person) {
        person.api()
                .accept("text/csv")
                .get("/api/v1/audit-events")
                .then()
                .statusCode(429)
                .header("Retry-After", notNullValue())
                .body("detail", equalTo("No further export of the audit log can begin just now. Try again in 10 s."));
    }

    private static void close(List<Socket> readers) throws IOException {
        for (Socket socket : readers) {
            socket.close();
        }
    }

    @Test
    void exportsThatNobodyReadsLeaveThePortalItsConnections() throws IOException {
        world.execute(MANY);
        List<Socket> readers = new ArrayList<>();
        try {
            for (int i = 0; i < ExportSlots.OF_A_KIND; i++) {
                readers.add(unread(i < ExportSlots.OF_A_PERSON ? auditor : world.auditor("audrey" + i, null)));
            }
            assertFull(auditor);
            assertFull(world.auditor("arthur", null));
            auditor.api().get("/api/v1/audit-events?limit=1").then().statusCode(200);
        } finally {
            close(readers);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> export(auditor) == 200);
    }

    @Test
    void whoeverReadsSlowlyTakesPlacesOfTheirOwnOnly() throws IOException {
        UUID own = world.tenant("Aldermoor");
        world.execute(MANY);
        log.tamper("UPDATE audit_event SET tenant_id = '" + own + "' WHERE action = 'bench.many'");
        Person first = world.auditor("ada", own);
        Person second = world.auditor("art", own);
        Person other = world.auditor("bea", world.tenant("Brackwater"));
        List<Socket> readers = new ArrayList<>();
        try {
            readers.add(unread(first));
            readers.add(unread(first));
            assertFull(first);
            assertThat(export(second)).as("a colleague").isEqualTo(200);
            readers.add(unread(second));
            assertFull(second);
            assertThat(export(other)).as("another tenant").isEqualTo(200);
            assertThat(export(auditor)).as("the portal's auditor").isEqualTo(200);
        } finally {
            close(readers);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> export(first) == 200);
    }

    @Test
    void aStreamThatTakesNothingIsBrokenOff() throws IOException {
        world.execute(MANY);
        List<Socket> readers = new ArrayList<>();
        try {
            readers.add(unread(auditor));
            readers.add(unread(auditor));
            assertFull(auditor);
            assertThat(slots.breakOff(Duration.ofHours(1))).isZero();

            AtomicInteger broken = new AtomicInteger();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> broken.addAndGet(slots.breakOff(Duration.ofSeconds(1))) == 2);

            await().atMost(Duration.ofSeconds(20)).until(() -> export(auditor) == 200);
        } finally {
            close(readers);
        }
    }

    @Test
    void retentionDoesNotMakeWritersWaitForAReader() throws SQLException {
        log.asSuperuser("SELECT audit_make_month('2021-03-01')");
        log.tamper("INSERT INTO audit_event (at, actor_name, action, object_kind, outcome, request_id)"
                + " VALUES ('2021-03-05T00:00:00Z', 'olga', 'tenant.change', 'tenant', 'success', gen_random_uuid())");
        try (Connection reader = db.connection()) {
            reader.setAutoCommit(false);
            Sql.of("SELECT FROM audit_event").exists(reader);

            assertThatThrownBy(() -> retention.dropBefore(YearMonth.of(2021, 4)))
                    .hasStackTraceContaining("lock timeout");
            log.event("meanwhile");

            reader.rollback();
            reader.setAutoCommit(true);
        }
        retention.dropBefore(YearMonth.of(2021, 4));
        log.seal();

        assertThat(world.count("audit_event", "at < '2022-01-01'")).isZero();
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void nobodyKeepsFiltersWithoutEnd() {
        for (int i = 0; i < 100; i++) {
            auditor.api()
                    .body(Map.of("name", "filter " + i, "query", "outcome=denied"))
                    .post("/api/v1/audit-filters")
                    .then()
                    .statusCode(201);
        }
        auditor.api()
                .body(Map.of("name", "one more", "query", "outcome=denied"))
                .post("/api/v1/audit-filters")
                .then()
                .statusCode(409)
                .body("detail", containsString("delete one first"));
    }

    @Test
    void oddFiltersAreRefusedAndNotAFault() {
        for (String filter : List.of(
                "zone=Mars/Olympus",
                "zone=" + "Z".repeat(5000),
                "from=%2B999999999-12-31T23:59:59%2B18:00",
                "from=-999999999-01-01T00:00:00Z",
                "from=2031-02-30",
                "to=9999-99-99",
                "outcome=good",
                "requestId=1%27%20OR%20%271%27=%271",
                "search=" + "x".repeat(20_000),
                "search=%00",
                "object=a%00b")) {
            int status = auditor.api()
                    .urlEncodingEnabled(false)
                    .get("/api/v1/audit-events?" + filter)
                    .statusCode();
            assertThat(status).as(filter).isIn(400, 414, 422);
        }
        for (String filter : List.of(
                "search=" + "x".repeat(3000),
                "search=%25%27%22%3B--",
                "action=pool.%25",
                "zone=GMT%2B18&from=2031-03-30",
                "from=0001-01-01&to=9999-12-31")) {
            auditor.api()
                    .urlEncodingEnabled(false)
                    .get("/api/v1/audit-events?" + filter)
                    .then()
                    .statusCode(200);
        }
    }
}
