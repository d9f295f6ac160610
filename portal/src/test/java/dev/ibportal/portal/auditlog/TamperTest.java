package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.audit.ExportCheck;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the owner of the database may try, and what a check says of it. The transcript is kept beside the reports. */
@QuarkusTest
class TamperTest {
    private static final List<String> TRANSCRIPT = new ArrayList<>();

    @Inject
    SealedLog log;

    @Inject
    World world;

    @Inject
    SealService seals;

    @TempDir
    Path directory;

    /** Two blocks of five: the numbers 1 to 10. */
    @BeforeEach
    void begin() {
        log.begin();
        for (int i = 1; i <= 10; i++) {
            log.event("object " + i);
            if (i % 5 == 0) {
                log.seal();
            }
        }
    }

    @AfterAll
    static void write() throws IOException {
        Files.write(Path.of("target", "tamper-transcript.txt"), TRANSCRIPT);
    }

    private List<String> after(String what, String sql) {
        log.tamper(sql);
        List<String> findings = log.findings();
        TRANSCRIPT.add("# " + what + ", as superuser with triggers off");
        TRANSCRIPT.add(sql.strip());
        findings.forEach(finding -> TRANSCRIPT.add("  -> " + finding));
        TRANSCRIPT.add("");
        return findings;
    }

    private static String id(int number) {
        return "(SELECT event_id FROM audit_number WHERE seq = " + number + ")";
    }

    @Test
    void anUntouchedLogIsWhole() {
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void aRemovedEventIsMissed() {
        assertThat(after("an event is removed", "DELETE FROM audit_event WHERE id = " + id(3)))
                .singleElement()
                .asString()
                .contains("removed", "number 3");
    }

    @Test
    void anEventRemovedWithItsNumberIsMissed() {
        assertThat(after(
                        "an event is removed with its number",
                        "DELETE FROM audit_event WHERE id = " + id(3) + "; DELETE FROM audit_number WHERE seq = 3"))
                .anySatisfy(finding -> assertThat(finding).contains("gap", "number 3"))
                .anySatisfy(finding -> assertThat(finding).contains("block 1"));
    }

    @Test
    void aChangedEventIsSeen() {
        assertThat(after("an event is changed", "UPDATE audit_event SET actor_name = 'nobody' WHERE id = " + id(7)))
                .singleElement()
                .asString()
                .contains("changed", "number 7", "nobody");
        assertThat(after("a state is changed", "UPDATE audit_event SET after = '{\"n\": 2}' WHERE id = " + id(8)))
                .anySatisfy(finding -> assertThat(finding).contains("changed", "number 8"));
    }

    @Test
    void aChangedEventWhoseDigestWasMadeToFitIsSeen() {
        assertThat(after("a digest is rewritten", "UPDATE audit_number SET digest = sha256('x') WHERE seq = 4"))
                .anySatisfy(finding -> assertThat(finding).contains("number 4"))
                .anySatisfy(finding -> assertThat(finding).contains("block", "block 1"));
    }

    @Test
    void swappedEventsAreSeen() {
        assertThat(after("two events change places", """
                        UPDATE audit_number SET seq = seq + 1000 WHERE seq IN (2, 4);
                        UPDATE audit_number SET seq = CASE seq WHEN 1002 THEN 4 ELSE 2 END WHERE seq > 1000"""))
                .anySatisfy(finding -> assertThat(finding).contains("relinked", "number 2"))
                .anySatisfy(finding -> assertThat(finding).contains("relinked", "number 4"))
                .anySatisfy(finding -> assertThat(finding).contains("block 1"));
    }

    @Test
    void anotherEventUnderANumberIsSeen() {
        assertThat(after("a number is given to another event", """
                        INSERT INTO audit_event (actor_name, action, object_kind, outcome, request_id)
                          VALUES ('olga', 'tenant.change', 'tenant', 'success', gen_random_uuid());
                        UPDATE audit_number n SET event_id = e.id, event_at = e.at
                          FROM (SELECT id, at FROM audit_event ORDER BY id DESC LIMIT 1) e WHERE n.seq = 6"""))
                .anySatisfy(finding -> assertThat(finding).contains("changed", "number 6"));
    }

    @Test
    void aCutTailIsSeenByTheAnchors() {
        List<String> findings = after("the end of the log is cut off", """
                DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_number WHERE seq > 5);
                DELETE FROM audit_number WHERE seq > 5; DELETE FROM audit_seal WHERE block > 1""");

        assertThat(findings).singleElement().asString().contains("tail", "block 2", "number 10", "the log was cut");
    }

    @Test
    void aBlockCutOutOfTheMiddleIsSeen() {
        log.event("object 11");
        log.seal();
        assertThat(after("a block is cut out", """
                        DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_number WHERE seq BETWEEN 6 AND 10);
                        DELETE FROM audit_number WHERE seq BETWEEN 6 AND 10; DELETE FROM audit_seal WHERE block = 2"""))
                .anySatisfy(finding -> assertThat(finding).contains("chain", "block 3"));
    }

    @Test
    void aSealThatWasMadeAnewIsNotSigned() {
        assertThat(after(
                        "a seal is rewritten",
                        "UPDATE audit_seal SET root = sha256('x'), hash = sha256('y') WHERE block = 2"))
                .anySatisfy(finding -> assertThat(finding).contains("signature", "block 2"));
    }

    @Test
    void anEventPutInAfterwardsIsSeen() {
        assertThat(after("an event is put in as if it were old", """
                        INSERT INTO audit_event (xid, actor_name, action, object_kind, outcome, request_id)
                          VALUES ('5', 'olga', 'tenant.change', 'tenant', 'success', gen_random_uuid())"""))
                .anySatisfy(finding -> assertThat(finding).contains("unnumbered"));
    }

    @Test
    void anEventThatBorrowsTheIdOfASealedOneIsSeen() {
        String forged = "INSERT INTO audit_event (id, at, xid, actor_name, action, object_kind, outcome, request_id)"
                + " SELECT e.id, e.at + interval '1 microsecond', '5', 'forged', 'tenant.delete', 'tenant', 'success',"
                + " gen_random_uuid() FROM audit_event e WHERE e.id = " + id(3);

        assertThat(after("an event is put in under the id of a sealed one", forged))
                .singleElement()
                .asString()
                .contains("unnumbered");
    }

    @Test
    void twinsOfOneIdDoNotStopTheSeals() {
        String twins = "INSERT INTO audit_event (id, at, actor_name, action, object_kind, outcome, request_id)"
                + " SELECT 900005, now() + i * interval '1 second', 'twin', 'tenant.delete', 'tenant', 'success',"
                + " gen_random_uuid() FROM generate_series(1, 2) i";

        assertThat(after("two events are put in under one id", twins))
                .singleElement()
                .asString()
                .contains("unnumbered", "event 900005");
        log.event("object 11");
        assertThat(log.verify().events()).isEqualTo(12);
    }

    @Test
    void anEventOfATransactionThatNeverWasIsSeen() {
        String forged = "INSERT INTO audit_event (id, at, xid, actor_name, action, object_kind, outcome, request_id)"
                + " VALUES (900003, now() - interval '20 minutes', '9999999999', 'forged', 'tenant.delete', 'tenant',"
                + " 'success', gen_random_uuid())";

        assertThat(after("an event is put in that no block will ever take", forged))
                .singleElement()
                .asString()
                .contains("unnumbered", "event 900003");
    }

    /** Whoever catches an event before it is sealed can keep it out, but not take it away later without a trace. */
    @Test
    void anEventThatIsKeptOutOfTheSealsIsToldOf() {
        log.event("object 11");
        assertThat(after(
                        "an event is kept out of the seals",
                        "UPDATE audit_event SET xid = '9999999999' WHERE object_name = 'object 11'"))
                .singleElement()
                .asString()
                .contains("unnumbered");
        log.tamper("DELETE FROM audit_event WHERE object_name = 'object 11'");
        log.seal();

        assertThat(log.findings()).isEmpty();
        assertThat(world.strings("SELECT after ->> 'object_name' FROM audit_event"
                        + " WHERE action = 'audit.impossible-event' AND actor_name = 'system:sealer'"))
                .containsExactly("object 11");
        assertThat(log.verify().events()).isEqualTo(11);
    }

    @Test
    void aBlockThatClaimsTheFutureStopsNothing() {
        log.tamper("UPDATE audit_seal SET horizon = '99999999999' WHERE block = 2");
        log.event("object 11");

        assertThat(seals.state().unsealed()).isEqualTo(1);
        log.seal();
        assertThat(seals.state().unsealed()).isZero();
        assertThat(log.findings()).isEmpty();
        assertThat(log.verify().events()).isEqualTo(11);
    }

    @Test
    void aGuardThatWasTakenAwayIsSeen() {
        try {
            assertThat(after("a trigger is switched off", "ALTER TABLE node_grant DISABLE TRIGGER change_is_told"))
                    .singleElement()
                    .asString()
                    .contains("guard", "node_grant");
            assertThat(after("the portal is given more rights", "GRANT DELETE ON audit_event TO ibportal_fabric"))
                    .anySatisfy(finding -> assertThat(finding).contains("guard", "ibportal_fabric", "DELETE"));
        } finally {
            log.asSuperuser("ALTER TABLE node_grant ENABLE TRIGGER change_is_told;"
                    + " REVOKE DELETE ON audit_event FROM ibportal_fabric");
        }
    }

    private void assertGuard(String sql, String back, String... words) {
        try {
            assertThat(after("a guard is made harmless", sql))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding).startsWith("guard"))
                    .anySatisfy(finding -> assertThat(finding).contains(words));
        } finally {
            log.asSuperuser(back);
        }
        assertThat(log.findings()).as(back).isEmpty();
    }

    @Test
    void aTriggerThatDoesNothingIsSeen() {
        String told = world.string("SELECT pg_get_functiondef('change_is_told()'::regprocedure)");
        assertGuard(
                "CREATE OR REPLACE FUNCTION change_is_told() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
                        + " SET search_path = public, pg_temp AS $$ BEGIN RETURN NULL; END $$",
                told,
                "function change_is_told()");
        String trigger = "CREATE CONSTRAINT TRIGGER change_is_told AFTER INSERT OR UPDATE OR DELETE ON role_grant"
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW %s EXECUTE FUNCTION change_is_told()";
        String drop = "DROP TRIGGER change_is_told ON role_grant; ";
        assertGuard(
                drop + trigger.formatted("WHEN (false)"),
                drop + trigger.formatted(""),
                "trigger change_is_told on role_grant");
        assertGuard(
                "ALTER TABLE audit_event DISABLE TRIGGER audit_event_stays",
                "ALTER TABLE audit_event ENABLE TRIGGER audit_event_stays",
                "trigger audit_event_stays on audit_event");
        assertGuard(
                "DO $$ BEGIN EXECUTE 'ALTER TABLE audit_event_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM')"
                        + " || ' DISABLE TRIGGER audit_event_stays'; END $$",
                "ALTER TABLE audit_event ENABLE TRIGGER audit_event_stays",
                "its trigger audit_event_stays is not on");
    }

    @Test
    void whatSwallowsEventsIsSeen() {
        assertGuard(
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
                        + " CREATE TRIGGER swallow BEFORE INSERT ON audit_event FOR EACH ROW"
                        + " WHEN (NEW.action = 'token.create') EXECUTE FUNCTION swallow()",
                "DROP FUNCTION swallow() CASCADE",
                "trigger swallow on audit_event",
                "none of the portal's");
        assertGuard(
                "CREATE RULE quiet AS ON INSERT TO audit_event WHERE NEW.action = 'token.create' DO INSTEAD NOTHING",
                "DROP RULE quiet ON audit_event",
                "rule quiet on audit_event");
    }

    @Test
    void wallsThatDoNotStandAreSeen() {
        assertGuard(
                "ALTER TABLE partition NO FORCE ROW LEVEL SECURITY",
                "ALTER TABLE partition FORCE ROW LEVEL SECURITY",
                "table partition");
        assertGuard(
                "CREATE POLICY open ON address TO ibportal_app USING (current_tenant() IS NOT NULL)",
                "DROP POLICY open ON address",
                "policy open on address");
        assertGuard("ALTER ROLE ibportal_app BYPASSRLS", "ALTER ROLE ibportal_app NOBYPASSRLS", "role ibportal_app");
        assertGuard(
                "GRANT ibportal_fabric TO ibportal_app",
                "REVOKE ibportal_fabric FROM ibportal_app",
                "role ibportal_app",
                "ibportal_fabric");
        assertGuard(
                "GRANT SET ON PARAMETER session_replication_role TO ibportal_fabric",
                "REVOKE SET ON PARAMETER session_replication_role FROM ibportal_fabric",
                "parameter session_replication_role");
        assertGuard(
                "ALTER ROLE ibportal_fabric SET session_replication_role = replica",
                "ALTER ROLE ibportal_fabric RESET session_replication_role",
                "role ibportal_fabric",
                "session_replication_role");
    }

    @Test
    void constraintsAndDefaultsThatWereLoosenedAreSeen() {
        // Also what the portal itself says meanwhile gets this time, so it has to be one that nobody minds.
        assertGuard(
                "ALTER TABLE audit_event ALTER COLUMN at SET DEFAULT now() - interval '1 second'",
                "ALTER TABLE audit_event ALTER COLUMN at SET DEFAULT clock_timestamp()",
                "column at on audit_event");
        String rule = world.string("SELECT pg_get_constraintdef(oid) FROM pg_constraint"
                + " WHERE conname = 'pool_overlap' AND conrelid = 'pool'::regclass");
        assertGuard(
                "ALTER TABLE pool DROP CONSTRAINT pool_overlap",
                "ALTER TABLE pool ADD CONSTRAINT pool_overlap " + rule,
                "constraint pool_overlap on pool",
                "is gone");
        String second = world.string("SELECT pg_get_constraintdef(oid) FROM pg_constraint"
                + " WHERE conname = 'removal_request_check2' AND conrelid = 'removal_request'::regclass");
        assertGuard(
                "ALTER TABLE removal_request DROP CONSTRAINT removal_request_check2,"
                        + " ADD CONSTRAINT removal_request_check2 CHECK (true)",
                "ALTER TABLE removal_request DROP CONSTRAINT removal_request_check2,"
                        + " ADD CONSTRAINT removal_request_check2 " + second,
                "constraint removal_request_check2 on removal_request");
        String index = world.string("SELECT pg_get_indexdef('tenant_name_key_key'::regclass)");
        assertGuard("DROP INDEX tenant_name_key_key", index, "index tenant_name_key_key on tenant", "is gone");
        assertGuard(
                "ALTER TABLE tenant ALTER COLUMN description DROP NOT NULL",
                "ALTER TABLE tenant ALTER COLUMN description SET NOT NULL",
                "column description on tenant");
        String base = world.string("SELECT pg_get_constraintdef(oid) FROM pg_constraint"
                + " WHERE contypid = 'pkey_base'::regtype AND contype = 'c' ORDER BY conname LIMIT 1");
        String name = world.string("SELECT conname FROM pg_constraint"
                + " WHERE contypid = 'pkey_base'::regtype AND contype = 'c' ORDER BY conname LIMIT 1");
        assertGuard(
                "ALTER DOMAIN pkey_base DROP CONSTRAINT " + name,
                "ALTER DOMAIN pkey_base ADD CONSTRAINT " + name + " " + base,
                "domain pkey_base");
    }

    @Test
    void aTimeThatTheDatabaseMadeUpIsSeen() throws IOException {
        String insert = "INSERT INTO audit_event (at, actor_name, action, object_kind, outcome, request_id)"
                + " VALUES (now() + interval '%s', 'olga', 'token.create', 'token', 'success', gen_random_uuid())";
        log.tamper(insert.formatted("-9 minutes"));
        log.seal();
        assertThat(log.findings())
                .as("a transaction of the portal may be as long")
                .isEmpty();
        log.tamper(insert.formatted("-4 hours"));
        log.seal();
        log.tamper(insert.formatted("20 minutes"));
        log.seal();

        assertThat(log.findings())
                .hasSize(2)
                .anySatisfy(finding ->
                        assertThat(finding).contains("time: number 12", "was not there when the log was sealed later"))
                .anySatisfy(finding -> assertThat(finding).contains("time: number 13", "was sealed before that"));
        byte[] zip = world.auditor("audrey", null)
                .api()
                .accept("*/*")
                .get("/api/v1/audit-events/export?format=csv")
                .asByteArray();
        assertThat(ExportCheck.of(Files.write(directory.resolve("export.zip"), zip), "", List.of())
                        .findings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.toString()).startsWith("time: number 1"));
    }

    @Test
    void aMonthWhoseDropSomebodyMadeUpIsMissed() {
        assertThat(after("a month is deleted, and an event made that says retention did it", """
                        DELETE FROM audit_event;
                        INSERT INTO audit_event (actor_name, action, object_kind, object_id, object_name, after, outcome, request_id)
                          SELECT 'system:sealer', 'audit.drop-month', 'audit', m, m,
                            jsonb_build_object('month', m, 'events', 10, 'firstNumber', 1, 'lastNumber', 10), 'success',
                            gen_random_uuid()
                          FROM to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') m"""))
                .filteredOn(finding -> finding.startsWith("removed"))
                .hasSize(10);
        log.seal();
        assertThat(log.findings())
                .anySatisfy(finding -> assertThat(finding).contains("signature", "number 11", "no key of the log"))
                .filteredOn(finding -> finding.startsWith("removed"))
                .hasSize(10);
    }

    @Test
    void aDropOfNonsenseIsNoReasonToStop() {
        log.tamper("INSERT INTO audit_event (actor_name, action, object_kind, object_id, after, outcome, request_id)"
                + " VALUES ('x', 'audit.drop-month', 'audit', 'no month', '[1]', 'success', gen_random_uuid())");
        log.seal();

        assertThat(log.findings()).singleElement().asString().contains("signature", "number 11");
    }

    @Test
    void aKeyOfTheirOwnIsSeen() throws GeneralSecurityException {
        byte[] own = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPublic()
                .getEncoded();
        String hex = HexFormat.of().formatHex(own);
        assertThat(after("a key is put in before the first one", """
                        INSERT INTO audit_key (key_id, public_key, made_at)
                        SELECT left(encode(sha256(k), 'hex'), 32), k, '2000-01-01' FROM decode('%s', 'hex') k""".formatted(hex)))
                .anySatisfy(finding -> assertThat(finding).contains("key", "was put into the database"));
        log.tamper("DELETE FROM audit_key WHERE made_at < '2001-01-01'");
    }
}
