package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.audit.ExportCheck;
import dev.ibportal.audit.LogReport;
import dev.ibportal.portal.seal.Retention;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Months are dropped as a whole, and that they were is in the log for good. */
@QuarkusTest
class RetentionTest {
    private static final String OLD = """
            INSERT INTO audit_event (at, actor_name, action, object_kind, outcome, request_id)
            SELECT '2021-03-05T00:00:00Z'::timestamptz + make_interval(mins => i), 'olga', 'tenant.change', 'tenant',
              'success', gen_random_uuid() FROM generate_series(1, 20) i""";

    @Inject
    World world;

    @Inject
    SealedLog log;

    @Inject
    Retention retention;

    @TempDir
    Path directory;

    private int auditors;

    @BeforeEach
    void oldAndNew() {
        log.begin();
        log.asSuperuser("SELECT audit_make_month('2021-03-01')");
        log.tamper(OLD);
        log.event("new");
        log.seal();
    }

    @Test
    void whatIsDroppedIsToldOfAndTheRestIsStillProven() {
        retention.dropBefore(YearMonth.of(2021, 4));
        log.seal();
        LogReport report = log.verify();

        assertThat(world.strings("SELECT object_name FROM audit_event ORDER BY id"))
                .containsExactly("new", "2021-03");
        assertThat(world.string("SELECT after ->> 'events' FROM audit_event WHERE action = 'audit.drop-month'"))
                .isEqualTo("20");
        assertThat(report.findings()).isEmpty();
        assertThat(report.dropped()).containsExactly(new LogReport.Dropped("2021-03", 20));
        assertThat(report.events()).isEqualTo(22);
    }

    @Test
    void aMonthThatSomebodyElseDroppedIsMissed() {
        log.asSuperuser("DROP TABLE audit_event_2021_03");

        assertThat(log.findings())
                .hasSize(20)
                .allSatisfy(finding -> assertThat(finding).contains("removed", "2021-03-05"));
    }

    @Test
    void monthsThatAreKeptAreNotTouched() {
        retention.dropBefore(YearMonth.of(2021, 3));

        assertThat(world.count("audit_event", "at < '2022-01-01'")).isEqualTo(20);
        log.asSuperuser("DROP TABLE audit_event_2021_03");
    }

    @Test
    void aMonthThatLacksEventsStaysAsEvidence() {
        log.tamper("DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_number WHERE seq IN (3, 4))");

        retention.dropBefore(YearMonth.of(2021, 4));

        assertThat(world.count("audit_event", "at < '2022-01-01'")).isEqualTo(18);
        assertThat(log.findings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding).contains("removed"));
        log.asSuperuser("DROP TABLE audit_event_2021_03");
    }

    private static final String COPY =
            "INSERT INTO audit_event (actor_name, action, object_kind, object_id, object_name,"
                    + " after, outcome, reason, request_id) SELECT actor_name, action, object_kind, object_id, object_name, after,"
                    + " outcome, reason, request_id FROM audit_event WHERE action = 'audit.drop-month'";

    @Test
    void aCopyOfTheRecordExcusesNothingAndSpoilsNothing() throws IOException {
        for (int i = 0; i < 30; i++) {
            log.event("kept " + i);
        }
        retention.dropBefore(YearMonth.of(2021, 4));
        log.asSuperuser(COPY);
        log.seal();

        assertThat(log.findings()).isEmpty();
        assertThat(exported().findings()).isEmpty();

        log.tamper("DELETE FROM audit_event WHERE object_name LIKE 'kept %' AND object_name < 'kept 27'");
        assertThat(log.findings())
                .hasSize(20)
                .allSatisfy(finding -> assertThat(finding).contains("removed"));
        assertThat(exported().findings()).singleElement().asString().contains("removed", "lacks 20 numbers");
    }

    @Test
    void putBackWhatWasDroppedExcusesNothingElse() throws IOException {
        log.event("kept 1");
        log.event("kept 2");
        log.seal();
        log.asSuperuser("CREATE TABLE saved AS SELECT * FROM audit_event WHERE at < '2022-01-01' ORDER BY id LIMIT 2");
        retention.dropBefore(YearMonth.of(2021, 4));
        log.seal();
        // As many are deleted as were put back, and the deleted ones' numbers are said to be of the dropped month.
        log.tamper("INSERT INTO audit_event SELECT * FROM saved; DROP TABLE saved;"
                + " UPDATE audit_number SET event_at = '2021-03-06' WHERE event_id IN"
                + " (SELECT id FROM audit_event WHERE object_name LIKE 'kept %');"
                + " DELETE FROM audit_event WHERE object_name LIKE 'kept %'");

        assertThat(log.findings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding).contains("removed"));
        assertThat(exported().findings()).singleElement().asString().contains("removed", "lacks 2 numbers");
        log.tamper("DELETE FROM audit_event WHERE at < '2022-01-01'");
    }

    /** Else somebody could give an event the time of a month that goes, and have retention sign that it went. */
    @Test
    void aMonthThatIsNotWhatWasSealedStays() {
        log.tamper("UPDATE audit_event SET at = '2021-03-07' WHERE object_name = 'new';"
                + " UPDATE audit_number SET event_at = '2021-03-07' WHERE event_id IN"
                + " (SELECT id FROM audit_event WHERE object_name = 'new')");

        retention.dropBefore(YearMonth.of(2021, 4));

        assertThat(world.count("audit_event", "at < '2022-01-01'")).isEqualTo(21);
        assertThat(log.findings()).singleElement().asString().contains("changed", "number 21");
        log.asSuperuser("DROP TABLE audit_event_2021_03");
    }

    private ExportCheck.Result exported() throws IOException {
        byte[] zip = world.auditor("audrey" + ++auditors, null)
                .api()
                .accept("*/*")
                .get("/api/v1/audit-events/export?format=csv")
                .then()
                .statusCode(200)
                .extract()
                .asByteArray();
        return ExportCheck.of(Files.write(directory.resolve("export.zip"), zip), "", List.of());
    }

    @Test
    void anExportOfTheWholeLogProvesTheDropToo() throws IOException {
        retention.dropBefore(YearMonth.of(2021, 4));
        byte[] zip = world.auditor("audrey", null)
                .api()
                .accept("*/*")
                .get("/api/v1/audit-events/export?format=jsonl")
                .then()
                .statusCode(200)
                .extract()
                .asByteArray();
        ExportCheck.Result result = ExportCheck.of(Files.write(directory.resolve("export.zip"), zip), "", List.of());

        assertThat(result.findings()).isEmpty();
        assertThat(result.elsewhere()).isEqualTo(20);
    }
}
