package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An auditor has the log verified by page and API: the result says when, what, and where something is wrong. */
@QuarkusTest
class VerificationTest {
    private static final int BLOCKS_MEANWHILE = 150;
    private static final String CHECKS = "/api/v1/audit-verifications";

    @Inject
    World world;

    @Inject
    SealedLog log;

    @Inject
    SealService seals;

    @Inject
    FabricDb db;

    private Person auditor;

    @BeforeEach
    void tenEvents() {
        log.begin();
        auditor = world.auditor("audrey", null);
        for (int i = 1; i <= 10; i++) {
            log.event("object " + i);
            if (i % 5 == 0) {
                log.seal();
            }
        }
    }

    private void press(Browser browser) {
        assertThat(browser.send(browser.get("/audit/seals"), "form[action$=/verify]", Map.of())
                        .statusCode())
                .isEqualTo(303);
    }

    private static Document finished(Browser browser) {
        return await().atMost(Duration.ofSeconds(10))
                .until(
                        () -> browser.get("/audit/seals"),
                        page -> page.select(".state-busy").isEmpty()
                                && !page.select("section .box").isEmpty());
    }

    private String started() {
        return auditor.api()
                .post(CHECKS)
                .then()
                .statusCode(202)
                .header("Location", containsString(CHECKS))
                .extract()
                .path("id");
    }

    private void awaitEnd(String id) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> auditor.api().get(CHECKS + "/" + id).path("finishedAt") != null);
    }

    @Test
    void aWholeLogIsSaidToBeWholeWithAgeAndWhatWasLookedAt() throws SQLException {
        try (Connection open = db.connection()) {
            open.setAutoCommit(false);
            Sql.of("INSERT INTO audit_event (actor_name, action, object_kind, outcome, request_id)"
                            + " VALUES ('late', 'tenant.change', 'tenant', 'success', gen_random_uuid())")
                    .update(open);
            log.event("too young");
            Browser browser = Browser.of("audrey");
            press(browser);
            Document page = finished(browser);

            assertThat(page.select("section .box").text())
                    .contains("whole", "audrey", "10 events in 2 blocks", "2 heads that were written down outside");
            assertThat(page.select("section time[data-age]")).isNotEmpty();
            assertThat(page.select("main .box").text())
                    .contains("number 10, block 2", "have no number and no proof yet");
            open.rollback();
            open.setAutoCommit(true);
        }
    }

    @Test
    void whatTheOwnerOfTheDatabaseChangedIsShownWithItsNumberInBothLanguages() {
        log.tamper("UPDATE audit_event SET actor_name = 'nobody' WHERE object_name = 'object 7';"
                + " DELETE FROM audit_event WHERE object_name = 'object 3'");
        Browser browser = Browser.of("audrey");
        press(browser);

        assertThat(finished(browser).select("section .box tbody").text())
                .contains("changed number 7", "removed number 3")
                .contains("nobody, tenant.change, tenant object 7");
        assertThat(browser.get("/audit/seals").select("section .state-bad").text())
                .isEqualTo("not whole");
        assertThat(new Browser("zh-CN")
                        .logIn("audrey")
                        .get("/audit/seals")
                        .select("section .state-bad")
                        .text())
                .isEqualTo("不完整");

        String id = started();
        awaitEnd(id);
        auditor.api()
                .get(CHECKS + "/" + id)
                .then()
                .body("report.faults", equalTo(2))
                .body("report.findings.what", hasItem("changed"))
                .body("report.findings.where", hasItem(containsString("number 7")))
                .body("report.findings.where", hasItem(containsString("number 3")));
    }

    @Test
    void aRewrittenBlockIsNamed() {
        log.tamper("UPDATE audit_seal SET root = sha256('x') WHERE block = 2");
        String id = started();
        awaitEnd(id);

        auditor.api().get(CHECKS + "/" + id).then().body("report.findings.where", hasItem(containsString("block 2")));
    }

    @Test
    void oneCheckAtATimeAndOneThatDiedIsNotWaitedForForEver() {
        world.execute("INSERT INTO audit_verification (asked_by, started_at) VALUES ('olga', now())");
        auditor.api()
                .post(CHECKS)
                .then()
                .statusCode(409)
                .body("detail", containsString("olga has the log verified already"));
        Browser browser = Browser.of("audrey");
        assertThat(browser.send(browser.get("/audit/seals"), "form[action$=/verify]", Map.of())
                        .asString())
                .contains("olga has the log verified already");
        world.execute("UPDATE audit_verification SET started_at = now() - interval '2 hours'");

        awaitEnd(started());
        assertThat(world.string(
                        "SELECT result #>> '{findings,0,detail}' FROM audit_verification WHERE asked_by = 'olga'"))
                .contains("broken off");
    }

    @Test
    void aTenantsAuditorIsToldWhatProvesTheirEvents() {
        UUID tenant = world.tenant("Aldermoor");
        world.auditor("own", tenant)
                .api()
                .post(CHECKS)
                .then()
                .statusCode(403)
                .body("detail", containsString("prove themselves in an export"));
        Document page = Browser.of("own").get("/audit/seals");
        assertThat(page.select("td.mono").eachText())
                .as("the keys, to compare an export with")
                .contains(seals.state().keyId());
        assertThat(page.select("form[action$=/verify], a[href$=/rotate]")).isEmpty();
        assertThat(page.text()).doesNotContain("Sealed up to", seals.state().anchorFile());
        assertThat(Browser.of("own").get("/audit").select("a[href=/audit/seals]"))
                .isNotEmpty();
    }

    @Test
    void allKeysAreListedWithWhenTheySignedAndWhoVouches() {
        String before = seals.state().keyId();
        world.operator("olga");
        Browser browser = Browser.of("olga");
        Document page = browser.get("/audit/seals");
        assertThat(page.select("form[action$=/rotate]"))
                .as("not with one click")
                .isEmpty();
        Document asked = browser.get(page.select("a[href$=/rotate]").attr("href"));
        assertThat(asked.select("form").text()).contains("cannot check older exports", "cannot be taken back", before);
        assertThat(seals.state().keyId()).isEqualTo(before);

        assertThat(browser.send(asked, "form.danger-zone", Map.of()).statusCode())
                .isEqualTo(303);
        log.event("after");
        log.seal();
        Elements rows = browser.get("/audit/seals").select("section:has(h2:containsOwn(Keys)) tbody tr");

        assertThat(rows.get(0).select("td").eachText())
                .startsWith(seals.state().keyId())
                .endsWith("signs now", before);
        assertThat(rows.get(1).select("td").eachText()).startsWith(before);
        assertThat(rows.get(1).select("time")).hasSize(2);
    }

    /** Blocks that are made and anchored while a check runs are no cut tail. */
    @Test
    void whatIsSealedMeanwhileIsNoFault() throws Exception {
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            Future<?> writing = writer.submit(() -> {
                for (int block = 0; block < BLOCKS_MEANWHILE; block++) {
                    log.event("meanwhile");
                    log.seal();
                }
            });
            do {
                assertThat(log.findings()).isEmpty();
            } while (!writing.isDone());
            writing.get();
        } finally {
            writer.shutdownNow();
        }
        assertThat(log.findings()).isEmpty();
    }
}
