package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What the owner of the database may try, and what a check says of it. The transcript is kept beside the reports. */
@QuarkusTest
class TamperTest {
    private static final List<String> TRANSCRIPT = new ArrayList<>();

    @Inject
    SealedLog log;

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
    void anEventOfATransactionThatNeverWasIsSeen() {
        String forged = "INSERT INTO audit_event (id, at, xid, actor_name, action, object_kind, outcome, request_id)"
                + " VALUES (900003, now() - interval '20 minutes', '9999999999', 'forged', 'tenant.delete', 'tenant',"
                + " 'success', gen_random_uuid())";

        assertThat(after("an event is put in that no block will ever take", forged))
                .singleElement()
                .asString()
                .contains("unnumbered", "event 900003");
    }

    @Test
    void aSealThatKeepsAllOthersAwayIsSeen() {
        assertThat(after(
                        "the last block is made to reach far ahead",
                        "UPDATE audit_seal SET horizon = '99999999999'"
                                + " WHERE block = (SELECT max(block) FROM audit_seal)"))
                .anySatisfy(finding -> assertThat(finding).contains("tail", "nothing after it is sealed"));
    }

    @Test
    void wallsThatDoNotStandAreSeen() {
        try {
            assertThat(after("walls are pulled down", """
                            ALTER TABLE partition NO FORCE ROW LEVEL SECURITY;
                            CREATE POLICY open ON address TO ibportal_app USING (true);
                            ALTER TABLE audit_event DISABLE TRIGGER audit_event_stays;
                            CREATE RULE quiet AS ON DELETE TO audit_event DO INSTEAD NOTHING;
                            ALTER ROLE ibportal_app BYPASSRLS"""))
                    .anySatisfy(finding -> assertThat(finding).contains("table partition", "not forced"))
                    .anySatisfy(finding -> assertThat(finding).contains("table address", "policy open"))
                    .anySatisfy(finding -> assertThat(finding).contains("audit_event_stays"))
                    .anySatisfy(finding -> assertThat(finding).contains("rule quiet"))
                    .anySatisfy(finding -> assertThat(finding).contains("role ibportal_app"));
        } finally {
            log.asSuperuser("ALTER TABLE partition FORCE ROW LEVEL SECURITY; DROP POLICY open ON address;"
                    + " ALTER TABLE audit_event ENABLE TRIGGER audit_event_stays; DROP RULE quiet ON audit_event;"
                    + " ALTER ROLE ibportal_app NOBYPASSRLS");
        }
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
