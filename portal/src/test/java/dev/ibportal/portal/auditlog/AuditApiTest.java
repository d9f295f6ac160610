package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AuditApiTest {
    private static final String EVENTS = "/api/v1/audit-events";

    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    private String create(String name) {
        return operator.api()
                .body(Map.of("name", name))
                .post("/api/v1/tenants")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    @Test
    void eventsAreFoundByWhatTheyAreAbout() {
        create("Aldermoor");
        String brackwater = create("Brackwater");

        operator.api()
                .get(EVENTS)
                .then()
                .body("items.objectName", equalTo(List.of("Brackwater", "Aldermoor")))
                .body("items[0].after.name", equalTo("Brackwater"))
                .body("items[0].actorName", equalTo("root"));
        operator.api().get(EVENTS + "?object=" + brackwater).then().body("items.size()", equalTo(1));
        operator.api().get(EVENTS + "?search=alder").then().body("items.objectName", equalTo(List.of("Aldermoor")));
        operator.api()
                .get(EVENTS + "?action=tenant.&actor=root&outcome=success")
                .then()
                .body("items.size()", equalTo(2));
        operator.api().get(EVENTS + "?action=ten").then().body("items.size()", equalTo(0));
        operator.api().get(EVENTS + "?from=2031-03-30T00:00:00Z").then().body("items.size()", equalTo(0));
        operator.api()
                .get(EVENTS + "?from=yesterday")
                .then()
                .statusCode(422)
                .body("detail", containsString("yesterday"));
    }

    @Test
    void filtersForgiveCaseAndAMissingDot() {
        create("Aldermoor");
        for (String filter : List.of(
                "action=tenant",
                "action=Tenant.Create",
                "action=tenant.",
                "actor=ROOT",
                "object=aldermoor",
                "objectKind=Tenant&actor=root")) {
            operator.api().get(EVENTS + "?" + filter).then().body("items.objectName", equalTo(List.of("Aldermoor")));
        }
        operator.api().get(EVENTS + "?from=2031-03-30 25:00").then().statusCode(422);
    }

    @Test
    void piecesJoinedAreTheWholeAndTheReverseIsExact() {
        for (int i = 0; i < 7; i++) {
            create("tenant " + i);
        }

        assertThat(collect("at"))
                .containsExactly("tenant 0", "tenant 1", "tenant 2", "tenant 3", "tenant 4", "tenant 5", "tenant 6");
        List<String> reversed = new ArrayList<>(collect("at"));
        Collections.reverse(reversed);
        assertThat(collect("-at")).isEqualTo(reversed);
    }

    private List<String> collect(String sort) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            var request = operator.api().queryParam("limit", 3).queryParam("sort", sort);
            var answer = (cursor == null ? request : request.queryParam("cursor", cursor))
                    .get(EVENTS)
                    .jsonPath();
            all.addAll(answer.getList("items.objectName", String.class));
            cursor = answer.getString("next");
        } while (cursor != null);
        return all;
    }

    @Test
    void aTenantReadsWhatConcernsItAndNothingElse() {
        UUID aldermoor = UUID.fromString(create("Aldermoor"));
        create("Brackwater");
        Person auditor = world.auditor("ann", aldermoor);

        auditor.api().get(EVENTS).then().body("items.objectName", equalTo(List.of("Aldermoor")));
        world.auditor("all", null).api().get(EVENTS).then().body("items.size()", equalTo(2));
        world.planner("pat", aldermoor).api().get(EVENTS).then().statusCode(403);
    }

    @Test
    void refusedAttemptsAreKeptUnderWhoMadeThem() {
        UUID aldermoor = UUID.fromString(create("Aldermoor"));
        Person planner = world.planner("pat", aldermoor);

        String request = planner.api()
                .body(Map.of("name", "x"))
                .post("/api/v1/tenants")
                .then()
                .statusCode(403)
                .extract()
                .header("X-Request-Id");

        assertThat(world.string(
                        "SELECT actor_name || ' ' || action || ' ' || object_id FROM audit_event"
                                + " WHERE outcome = 'denied' AND request_id = ?::uuid",
                        request))
                .isEqualTo("pat request.post /api/v1/tenants");
    }

    @Test
    void theExportIsATableThatNoSpreadsheetRuns() {
        List<String> names = List.of("=1+1", "+49 30 1", "-2", "@SUM(A1)", " =1", "Normal", "a,\"b\" c");
        names.forEach(this::create);

        byte[] csv = operator.api()
                .accept("text/csv")
                .get(EVENTS + "?action=tenant.create")
                .then()
                .statusCode(200)
                .header("Content-Disposition", containsString("audit-events.csv"))
                .extract()
                .asByteArray();

        assertThat(csv).startsWith(0xef, 0xbb, 0xbf);
        List<NamedCsvRecord> rows =
                CsvReader.builder()
                        .ofNamedCsvRecord(new String(csv, 3, csv.length - 3, StandardCharsets.UTF_8))
                        .stream()
                        .toList();
        assertThat(rows)
                .extracting(row -> row.getField("object"))
                .containsExactly("'=1+1", "'+49 30 1", "'-2", "'@SUM(A1)", "' =1", "Normal", "a,\"b\" c");
        assertThat(rows).allSatisfy(row -> assertThat(row.getField("at")).endsWith("Z"));
        assertThat(world.count("audit_event", "action = 'audit.export' AND actor_name = 'root'"))
                .isEqualTo(1);
    }

    @Test
    void exportingIsAPermissionOfItsOwnAndItsFilterIsChecked() {
        UUID aldermoor = world.tenant("Aldermoor");
        world.planner("pat", aldermoor)
                .api()
                .accept("text/csv")
                .get(EVENTS)
                .then()
                .statusCode(403);
        operator.api()
                .accept("text/csv, application/json;q=0.1")
                .get(EVENTS + "?outcome=good")
                .then()
                .statusCode(422)
                .contentType("application/problem+json");
    }

    @Test
    void theAnswerIsOfTheKindThatWasAskedFor() {
        create("Aldermoor");
        Map<String, String> kinds = Map.of(
                "*/*", "application/json",
                "application/json", "application/json",
                "application/json, text/csv;q=0.5", "application/json",
                "text/csv", "text/csv",
                "text/*", "text/csv",
                "application/jsonl", "application/jsonl",
                "application/vnd.ocsf+jsonl", "application/vnd.ocsf+jsonl");
        kinds.forEach((accept, kind) ->
                assertThat(answer(accept).contentType()).as(accept).startsWith(kind));
        assertThat(RestAssured.given()
                        .header("Authorization", "Bearer " + operator.token())
                        .get(EVENTS)
                        .contentType())
                .as("without Accept")
                .startsWith("application/json");
        for (String accept : List.of("image/png", "application/xml", "text/html")) {
            Response refused = answer(accept);
            assertThat(refused.statusCode()).as(accept).isEqualTo(406);
            assertThat(refused.contentType()).startsWith("application/problem+json");
        }
    }

    private Response answer(String accept) {
        return RestAssured.given()
                .header("Authorization", "Bearer " + operator.token())
                .accept(accept)
                .get(EVENTS);
    }
}
