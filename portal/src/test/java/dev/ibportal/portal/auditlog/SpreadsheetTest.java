package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import dev.ibportal.testing.RequiresTools;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The CSV in a real spreadsheet program: nothing is run, nothing becomes a number that is none. What the program made of each
 * text is kept in {@code target/spreadsheet.md}.
 */
@QuarkusTest
class SpreadsheetTest {
    private static final List<String> NAMES =
            List.of("=1+1", "+49 30 1", "-2", "@SUM(A1)", "007", "1e5", "3/4", "Ünal");

    private static final List<String> REPORT = new ArrayList<>(List.of(
            "What LibreOffice makes of texts in the audit log's CSV.",
            "",
            "| where | text | type of the cell | shown |",
            "|---|---|---|---|"));

    @Inject
    World world;

    @Inject
    SealedLog log;

    @TempDir
    Path directory;

    @AfterAll
    static void write() throws IOException {
        Files.write(Path.of("target", "spreadsheet.md"), REPORT);
    }

    private static void report(String where, String text, Element cell) {
        REPORT.add(Stream.of(where, "`" + text + "`", cell.attr("office:value-type"), "`" + cell.text() + "`")
                .map(part -> part.replace("\n", "⏎").replace("\t", "⇥"))
                .collect(Collectors.joining(" | ", "| ", " |")));
    }

    @Test
    @RequiresTools("soffice")
    void libreOfficeShowsWhatWasWritten() throws IOException, InterruptedException {
        log.begin();
        Person operator = world.operator("root");
        NAMES.forEach(name -> operator.api()
                .body(java.util.Map.of("name", name))
                .post("/api/v1/tenants")
                .then()
                .statusCode(201));
        Path csv = directory.resolve("events.csv");
        Files.write(
                csv,
                operator.api()
                        .accept("text/csv")
                        .get("/api/v1/audit-events?action=tenant.create")
                        .asByteArray());

        Document sheet = opened(csv);
        List<Element> rows = sheet.select("table|table-row").stream()
                .filter(row -> row.text().contains("tenant.create"))
                .toList();

        assertThat(rows).hasSize(NAMES.size());
        assertThat(sheet.select("[table:formula]")).isEmpty();
        for (int i = 0; i < rows.size(); i++) {
            String name = NAMES.get(i);
            assertThat(rows.get(i).select("table|table-cell")).as(name).anySatisfy(cell -> {
                assertThat(cell.attr("office:value-type")).isEqualTo("string");
                assertThat(cell.text()).isIn(name, "'" + name);
                report("name of a tenant", name, cell);
            });
        }
    }

    /** The texts of C-30, two of which have control characters and come through the reason, which takes them. */
    @Test
    @RequiresTools("soffice")
    void libreOfficeRunsNoneOfTheTextsOfC30() throws IOException, InterruptedException {
        log.begin();
        List<String> texts = List.of("=1+1", "+49 30 1", "-2", "@SUM(A1)", "\t=1", " =1", "Normal", "a,\"b\"\nc");
        texts.forEach(text -> world.execute("""
                INSERT INTO audit_event (actor_name, action, object_kind, outcome, reason, request_id)
                VALUES ('olga', 'tenant.change', 'tenant', 'failed', ?, gen_random_uuid())""", text));
        Path csv = directory.resolve("events.csv");
        Files.write(
                csv,
                world.auditor("audrey", null)
                        .api()
                        .accept("text/csv")
                        .get("/api/v1/audit-events?action=tenant.change")
                        .asByteArray());

        Document sheet = opened(csv);

        assertThat(sheet.select("[table:formula]")).isEmpty();
        List<Element> rows = sheet.select("table|table-row").stream()
                .filter(row -> row.text().contains("tenant.change"))
                .toList();
        assertThat(rows).hasSize(texts.size());
        for (int i = 0; i < rows.size(); i++) {
            String wanted = texts.get(i).replaceAll("\\s", "");
            String typed = texts.get(i);
            assertThat(rows.get(i).select("table|table-cell[office:value-type=string]"))
                    .as(wanted)
                    .anySatisfy(cell -> {
                        assertThat(cell.text().replaceAll("\\s", "")).isIn(wanted, "'" + wanted);
                        report("reason", typed, cell);
                    });
            assertThat(rows.get(i).select("table|table-cell[office:value-type=float]"))
                    .as("only number and id are numbers")
                    .hasSizeLessThanOrEqualTo(2);
        }
    }

    private Document opened(Path csv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "soffice",
                        "-env:UserInstallation=file://" + directory.resolve("profile"),
                        "--headless",
                        "--convert-to",
                        "fods",
                        "--infilter=CSV:44,34,76,1",
                        "--outdir",
                        directory.toString(),
                        csv.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("soffice.log").toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return Jsoup.parse(Files.readString(directory.resolve("events.fods")), "", Parser.xmlParser());
    }
}
