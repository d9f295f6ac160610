package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C-30. Names refuse control characters, so those texts come through the reason, which does not. */
@QuarkusTest
class C30FormulasInTheExportTest {
    private static final List<String> TYPED =
            List.of("=1+1", "+49 30 1", "-2", "@SUM(A1)", "\t=1", " =1", "Normal", "a,\"b\"\nc");
    private static final List<String> CELLS =
            List.of("'=1+1", "'+49 30 1", "'-2", "'@SUM(A1)", "'\t=1", "' =1", "Normal", "a,\"b\"\nc");

    @Inject
    World world;

    @Inject
    SealedLog log;

    @BeforeEach
    void begin() {
        log.begin();
    }

    private byte[] csv(Person person, String query) {
        return person.api()
                .accept("text/csv")
                .get("/api/v1/audit-events" + query)
                .then()
                .statusCode(200)
                .extract()
                .asByteArray();
    }

    private static List<NamedCsvRecord> rows(byte[] csv) {
        assertThat(csv).startsWith(0xef, 0xbb, 0xbf);
        String text = new String(csv, 3, csv.length - 3, StandardCharsets.UTF_8);
        return CsvReader.builder().ofNamedCsvRecord(text).stream().toList();
    }

    @Test
    void textsWithControlCharactersComeThroughTheReason() {
        Person auditor = world.auditor("audrey", null);
        TYPED.forEach(text -> world.execute("""
                INSERT INTO audit_event (actor_name, action, object_kind, outcome, reason, request_id)
                VALUES ('olga', 'tenant.change', 'tenant', 'failed', ?, gen_random_uuid())""", text));

        byte[] csv = csv(auditor, "?action=tenant.change");

        assertThat(rows(csv)).extracting(row -> row.getField("reason")).isEqualTo(CELLS);
        assertThat(new String(csv, StandardCharsets.UTF_8)).contains("\"a,\"\"b\"\"\nc\"");
        String page = Browser.of("audrey").get("/audit?action=tenant.change").html();
        assertThat(page).contains(">=1+1<", ">@SUM(A1)<").doesNotContain("'=1+1", "'@SUM");
    }

    @Test
    void namesOfTenantsComeThroughRenaming() {
        Person operator = world.operator("root");
        List<String> names = List.of("=1+1", "+49 30 1", "-2", "@SUM(A1)", "Normal", "a,\"b\" c");
        for (String name : names) {
            String id = operator.api()
                    .body(Map.of("name", "old " + name))
                    .post("/api/v1/tenants")
                    .then()
                    .statusCode(201)
                    .extract()
                    .path("id");
            operator.api()
                    .header("If-Match", "\"0\"")
                    .body(Map.of("name", name))
                    .put("/api/v1/tenants/" + id)
                    .then()
                    .statusCode(200);
        }

        assertThat(rows(csv(operator, "?action=tenant.change")))
                .extracting(row -> row.getField("object"))
                .containsExactly("'=1+1", "'+49 30 1", "'-2", "'@SUM(A1)", "Normal", "a,\"b\" c");
        assertThat(Browser.of("root")
                        .get("/audit?action=tenant.change")
                        .select("td b")
                        .eachText())
                .containsExactlyInAnyOrderElementsOf(names);
    }
}
