package dev.ibportal.portal.seal;

import dev.ibportal.audit.Finding;
import dev.ibportal.audit.LogCheck;
import dev.ibportal.audit.LogReport;
import dev.ibportal.audit.NumberedEvent;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.SealerDb;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/** Checks the whole log against its seals and anchors, as it is at one moment. */
@Singleton
public class LogVerifier {
    private final SealerDb db;
    private final SealSql seals;
    private final VerifySql sql;
    private final AnchorFile anchors;

    LogVerifier(SealerDb db, SealSql seals, VerifySql sql, AnchorFile anchors) {
        this.db = db;
        this.seals = seals;
        this.sql = sql;
        this.anchors = anchors;
    }

    public LogReport verify() {
        return db.readAtOnce(this::verify);
    }

    private LogReport verify(Connection connection) throws SQLException {
        LogCheck check = new LogCheck(seals.keys(connection));
        blocks(connection, check);
        sql.unnumbered(connection, check::unnumbered);
        sql.guards(connection, (where, detail) -> check.finding(new Finding("guard", where, detail)));
        sql.anchored(connection, anchors, check);
        return check.finish(seals.unsealed(connection));
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
