package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.EventFormat;
import dev.ibportal.audit.ExportCheck;
import dev.ibportal.audit.ExportManifest;
import dev.ibportal.audit.Finding;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An export is exactly what the filter shows, and proves itself without the portal. */
@QuarkusTest
class AuditExportTest {
    private static final String EXPORT = "/api/v1/audit-events/export";

    @Inject
    World world;

    @Inject
    SealedLog log;

    @Inject
    SealService seals;

    @TempDir
    Path directory;

    private @Nullable Person operator;

    @BeforeEach
    void tenants() {
        log.begin();
        operator = world.operator("root");
        for (int i = 0; i < 12; i++) {
            String name = i % 3 == 0 ? "=1+" + i : "tenant " + i;
            root().api()
                    .body(Map.of("name", name))
                    .post("/api/v1/tenants")
                    .then()
                    .statusCode(201);
            if (i % 5 == 4) {
                log.seal();
            }
        }
    }

    private Person root() {
        return Objects.requireNonNull(operator);
    }

    private Path export(Person person, String query) throws IOException {
        byte[] zip = person.api()
                .accept("*/*")
                .get(EXPORT + query)
                .then()
                .statusCode(200)
                .contentType("application/zip")
                .extract()
                .asByteArray();
        return Files.write(directory.resolve("export-" + UUID.randomUUID() + ".zip"), zip);
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void theWholeLogIsProvenNumberByNumber(EventFormat format) throws IOException {
        ExportCheck.Result result = check(export(root(), "?format=" + format.code()));
        ExportManifest manifest = Objects.requireNonNull(result.manifest());

        assertThat(result.findings()).isEmpty();
        assertThat(manifest.everything()).isTrue();
        assertThat(result.proven()).isEqualTo(result.events()).isEqualTo(13);
        assertThat(result.elsewhere()).isZero();
        assertThat(manifest.lastNumber()).isEqualTo(13);
    }

    /** The page always knows the person's time zone; without a day it leaves nothing out. */
    @Test
    void theWholeLogIsWholeFromThePageToo() throws IOException {
        byte[] zip = Browser.of("root").open("/audit/export?format=csv").asByteArray();
        ExportCheck.Result result = check(Files.write(directory.resolve("page.zip"), zip));

        assertThat(result.findings()).isEmpty();
        assertThat(Objects.requireNonNull(result.manifest()).everything()).isTrue();
        assertThat(Objects.requireNonNull(result.manifest()).filter()).isEmpty();
    }

    /** Who owns the database can write a key of their own into it, but the portal does not answer for it. */
    @Test
    void keysThatOnlyTheDatabaseKnowsAreNotInAnExport() throws IOException {
        log.tamper("INSERT INTO audit_key (key_id, public_key, made_at)"
                + " SELECT left(encode(sha256('own'), 'hex'), 32), 'own', '2000-01-01'");
        try {
            assertThat(entry(export(root(), "?format=csv"), ExportManifest.NAME))
                    .doesNotContain(world.string("SELECT key_id FROM audit_key WHERE made_at < '2001-01-01'"));
        } finally {
            log.tamper("DELETE FROM audit_key WHERE made_at < '2001-01-01'");
        }
    }

    @Test
    void anExportStaysWholeWhenTheKeyChangesLater() throws IOException {
        String key = seals.state().keyId();
        Path file = export(root(), "?format=csv");
        seals.rotateKey();
        log.event("after");
        log.seal();

        ExportCheck.Result result = ExportCheck.of(file, key, anchors());
        assertThat(result.findings()).isEmpty();
        assertThat(result.anchored().later()).isPositive();
        assertThat(ExportCheck.of(export(root(), "?format=csv"), key, anchors()).findings())
                .as("the new key is vouched for by the old one")
                .isEmpty();
    }

    private List<Anchor> anchors() throws IOException {
        return Files.readAllLines(log.anchors()).stream()
                .map(Anchor::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void aFilteredPartIsProvenToo(EventFormat format) throws IOException {
        Path file = export(root(), "?format=" + format.code() + "&object=tenant 7&action=tenant.");
        ExportCheck.Result result = check(file);

        assertThat(result.findings()).isEmpty();
        assertThat(result.events()).isEqualTo(1);
        assertThat(result.proven()).isEqualTo(1);
        assertThat(Objects.requireNonNull(result.manifest()).filter())
                .containsEntry("object", "tenant 7")
                .containsEntry("action", "tenant.");
    }

    @Test
    void aTenantsPeopleExportTheTenantsEvents() throws IOException {
        UUID tenant = UUID.fromString(world.string("SELECT id FROM tenant WHERE name = 'tenant 4'"));
        Path file = export(world.tenantAdmin("ada", tenant), "?format=jsonl");
        ExportCheck.Result result = check(file);

        assertThat(result.findings()).isEmpty();
        assertThat(entry(file, "events.jsonl")).contains("tenant 4").doesNotContain("tenant 5");
        assertThat(entry(file, ExportManifest.PROOF)).doesNotContain("tenant");
        assertThat(Objects.requireNonNull(result.manifest()).everything()).isFalse();
    }

    @Test
    void whateverIsChangedInTheFileIsFound() throws IOException {
        Path good = export(root(), "?format=csv");

        assertFound(
                edited(good, "events.csv", text -> text.replace("tenant 7", "tenant 8")), "changed: number", "block");
        assertFound(edited(good, "events.csv", AuditExportTest::withoutLine), "removed: number", "block");
        assertFound(edited(good, ExportManifest.NAME, text -> text.replace("root", "toor")), "not signed");
        assertFound(edited(good, ExportManifest.PROOF, text -> text.substring(text.indexOf('\n') + 1)), "changed");
        assertFound(edited(good, ExportManifest.SIGNATURE, text -> null), "no signed manifest");
        byte[] bytes = Files.readAllBytes(good);
        Path cut = Files.write(directory.resolve("cut.zip"), Arrays.copyOf(bytes, bytes.length / 2));
        assertFound(cut, "incomplete");
    }

    @Test
    void anotherKeyThanTheTrustedOneIsSaid() throws IOException {
        Path good = export(root(), "?format=csv");

        assertThat(ExportCheck.of(good, "00".repeat(16), List.of()).findings())
                .singleElement()
                .asString()
                .contains("which you trust");
    }

    @Test
    void anExportOfACutLogDoesNotFitTheAnchors() throws IOException {
        log.event("the last one");
        log.seal();
        List<Anchor> anchors = anchors();
        log.tamper("DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_number WHERE seq > 10);"
                + " DELETE FROM audit_number WHERE seq > 10; DELETE FROM audit_seal WHERE last_seq > 10");
        Path file = export(root(), "?format=csv");

        assertThat(ExportCheck.of(file, "", List.of()).findings()).isEmpty();
        assertThat(ExportCheck.of(file, "", anchors).findings())
                .anySatisfy(finding -> assertThat(finding.toString()).contains("anchored"));
    }

    @Test
    void anEventRemovedFromTheDatabaseIsMissingInTheExportOfTheWholeLog() throws IOException {
        log.seal();
        log.tamper("DELETE FROM audit_event WHERE object_name = 'tenant 7'");

        assertThat(check(export(root(), "?format=jsonl")).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).isEqualTo("removed"));
    }

    @Test
    void exportsAreEventsToo() throws IOException {
        export(root(), "?format=ocsf&actor=root");

        assertThat(world.string("SELECT after #>> '{filter,actor}' FROM audit_event WHERE action = 'audit.export'"))
                .isEqualTo("root");
        assertThat(world.count("audit_event", "action = 'audit.export-end' AND actor_name = 'root'"))
                .isEqualTo(1);
    }

    private interface Edit {
        /** What the file is to hold; nothing when it is to be left out. */
        @Nullable
        String apply(String text);
    }

    private static ExportCheck.Result check(Path file) throws IOException {
        return ExportCheck.of(file, "", List.of());
    }

    private static void assertFound(Path file, String... words) throws IOException {
        List<Finding> findings = check(file).findings();
        for (String word : words) {
            assertThat(findings)
                    .as(word)
                    .anySatisfy(finding -> assertThat(finding.toString()).contains(word));
        }
    }

    private static @Nullable String withoutLine(String text) {
        int begin = text.indexOf("\r\n", 500) + 2;
        return text.substring(0, begin) + text.substring(text.indexOf("\r\n", begin) + 2);
    }

    private static String entry(Path file, String name) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new AssertionError("no " + name + " in " + file);
    }

    private Path edited(Path file, String name, Edit edit) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(Files.readAllBytes(file)));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().equals(name)) {
                    String text = edit.apply(new String(content, StandardCharsets.ISO_8859_1));
                    if (text == null) {
                        continue;
                    }
                    content = text.getBytes(StandardCharsets.ISO_8859_1);
                }
                zip.putNextEntry(new ZipEntry(entry.getName()));
                zip.write(content);
                zip.closeEntry();
            }
        }
        return Files.write(directory.resolve("edited-" + UUID.randomUUID() + ".zip"), out.toByteArray());
    }
}
