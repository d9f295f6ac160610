package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Passwords;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.types.DisplayName;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Lets the first person in: where there is nobody yet, an operator with a one-time password, which only a file tells. */
@ApplicationScoped
class FirstOperator {
    private static final Logger LOG = Logger.getLogger(FirstOperator.class);
    private static final int LENGTH = 20;

    private final UserSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final Passwords passwords;
    private final OneTimeFile file;

    FirstOperator(UserSql sql, FabricDb db, AuditLog audit, Passwords passwords, OneTimeFile file) {
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.passwords = passwords;
        this.file = file;
    }

    void atStart(@Observes StartupEvent event) {
        if (!db.read(sql::anybody)) {
            db.run(this::make);
        }
        // It may have been used at another replica.
        if (db.read(connection -> sql.hasOwnPassword(connection, OneTimeFile.LOGIN))) {
            file.remove();
        }
    }

    private void make(Connection connection) throws SQLException {
        String password = Secrets.random(LENGTH);
        UserText admin = new UserText(
                OneTimeFile.LOGIN, new DisplayName("Administrator"), Set.of(new UserText.Grant(Role.OPERATOR, null)));
        UUID id = UUID.randomUUID();
        // Another replica may have come first; then its file counts.
        if (!sql.insert(connection, id, admin, passwords.hash("password", password), true)) {
            return;
        }
        audit.record(
                connection,
                AuditEntry.success("user.create", "user", id, OneTimeFile.LOGIN).by(Actor.system("first-start")));
        LOG.infof(
                "First start: log in as %s with the one-time password in %s", OneTimeFile.LOGIN, file.write(password));
    }
}
