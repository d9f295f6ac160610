package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C-32: a day of 23 hours, in the auditor's zone, whatever the server's is. */
@QuarkusTest
class C32WhichDayWasItTest {
    private static final List<String> EVENTS = List.of(
            "2031-03-29T22:59:59Z",
            "2031-03-29T23:00:00Z",
            "2031-03-30T00:30:00Z",
            "2031-03-30T21:59:59Z",
            "2031-03-30T22:00:00Z");
    private static final TimeZone BEFORE = TimeZone.getDefault();

    @Inject
    World world;

    @Inject
    SealedLog log;

    @BeforeEach
    void events() {
        log.begin();
        for (int i = 0; i < EVENTS.size(); i++) {
            log.tamper("INSERT INTO audit_event (at, actor_name, action, object_kind, object_name, outcome, request_id)"
                    + " VALUES ('" + EVENTS.get(i) + "', 'olga', 'tenant.change', 'tenant', 'E" + (i + 1)
                    + "', 'success', gen_random_uuid())");
        }
    }

    @AfterEach
    void restore() {
        TimeZone.setDefault(BEFORE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Tokyo", "America/New_York", "UTC"})
    void theDayIsTheAuditors(String server) {
        TimeZone.setDefault(TimeZone.getTimeZone(server));
        Person auditor = world.auditor("audrey", null);
        world.execute("UPDATE app_user SET zone = 'Europe/Berlin' WHERE login = 'audrey'");
        String day = "?from=2031-03-30&to=2031-03-30";

        var page = Browser.of("audrey").get("/audit" + day + "&sort=at");
        assertThat(page.select("td b").eachText()).containsExactly("E2", "E3", "E4");
        assertThat(page.select("tbody tr > td:first-child time").eachText())
                .containsExactly(
                        "2031-03-30 00:00:00 +01:00", "2031-03-30 01:30:00 +01:00", "2031-03-30 23:59:59 +02:00");

        String csv = new String(
                auditor.api()
                        .accept("text/csv")
                        .get("/api/v1/audit-events" + day + "&zone=Europe/Berlin")
                        .then()
                        .statusCode(200)
                        .extract()
                        .asByteArray(),
                StandardCharsets.UTF_8);
        List<NamedCsvRecord> rows =
                CsvReader.builder().ofNamedCsvRecord(csv.substring(1)).stream().toList();
        assertThat(rows).extracting(row -> row.getField("at")).isEqualTo(EVENTS.subList(1, 4));
    }

    @Test
    void aTimeWithoutOffsetIsOneOfTheZone() {
        Person auditor = world.auditor("audrey", null);
        for (String filter : List.of(
                "from=2031-03-30 01:30&to=2031-03-30T23:59", "from=2031-03-30 01:29:59.5&to=2031-03-30 02:00")) {
            auditor.api()
                    .get("/api/v1/audit-events?zone=Europe/Berlin&" + filter)
                    .then()
                    .statusCode(200)
                    .body("items.objectName", equalTo(List.of("E3")));
        }
        auditor.api().get("/api/v1/audit-events?from=2031-03-30 25:00").then().statusCode(422);
    }
}
