package dev.ibportal.portal.seal;

import dev.ibportal.audit.Finding;
import dev.ibportal.audit.KeyRing;
import dev.ibportal.audit.LogCheck;
import dev.ibportal.audit.LogReport;
import dev.ibportal.audit.NumberedEvent;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.SealerDb;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks the whole log against its seals and anchors, as it is at one moment. */
@Singleton
public class LogVerifier {
    private final SealerDb db;
    private final SealSql seals;
    private final VerifySql sql;
    private final AnchorFile anchors;
    private final SealKeyStore keys;
    private final Sealer sealer;
    private final Guards guards;

    LogVerifier(
            SealerDb db,
            SealSql seals,
            VerifySql sql,
            AnchorFile anchors,
            SealKeyStore keys,
            Sealer sealer,
            Guards guards) {
        this.db = db;
        this.seals = seals;
        this.sql = sql;
        this.anchors = anchors;
        this.keys = keys;
        this.sealer = sealer;
        this.guards = guards;
    }

    public LogReport verify() {
        String numbered = sealer.sealAll();
        // Counted before the database is looked at: a head is written down after its block was committed, so that each
        // of these has to be there, whatever is sealed while the check runs.
        long anchored = anchors.lines();
        return db.readAtOnce(connection -> verify(connection, anchored, numbered));
    }

    private LogReport verify(Connection connection, long anchored, String numbered) throws SQLException {
        KeyRing known = seals.keys(connection);
        LogCheck check = new LogCheck(known, sql.drops(connection));
        foreign(known, check);
        blocks(connection, check);
        sql.unnumbered(connection, numbered, check::unnumbered);
        guards.check(connection, (where, detail) -> check.finding(new Finding("guard", where, detail)));
        sql.anchored(connection, anchors, anchored, check);
        return check.finish(seals.unsealed(connection, Optional.of(numbered)));
    }

    /** Whoever owns the database can write keys of their own into it, and sign with them. */
    private void foreign(KeyRing known, LogCheck check) {
        Map<String, String> ours = keys.all().stream().collect(Collectors.toMap(KeyRing.Key::id, LogVerifier::shown));
        for (KeyRing.Key key : known.keys()) {
            if (!shown(key).equals(ours.get(key.id()))) {
                check.finding(new Finding(
                        "key",
                        "key " + key.id(),
                        "is not like this in " + keys.directory() + ", where the log's keys are: it was put into the"
                                + " database, or its file was lost"));
            }
        }
    }

    private static String shown(KeyRing.Key key) {
        return Arrays.toString(key.publicKey()) + key.endorsedBy() + Arrays.toString(key.endorsement());
    }

    private void blocks(Connection connection, LogCheck check) throws SQLException {
        sql.numbers(connection, new VerifySql.Reader() {
            private long end = Long.MIN_VALUE;

            @Override
            public void seal(Seal seal) {
                check.block(seal);
                end = seal.lastNumber();
            }

            @Override
            public boolean take(NumberedEvent number) {
                if (number.number() > end) {
                    return false;
                }
                check.number(number);
                return true;
            }

            @Override
            public void end() {
                check.endOfBlock();
            }

            @Override
            public void beyond(NumberedEvent number) {
                check.finding(new Finding(
                        "tail",
                        "number " + number.number(),
                        "is behind the last seal: a block was cut off or never made"));
            }
        });
    }
}
