package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.Finding;
import dev.ibportal.audit.LogReport;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.seal.LogVerifier;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;

/** Has the whole log checked, in the background and one check at a time; what was found is kept. */
@ApplicationScoped
public class Verifications {
    private static final Logger LOG = Logger.getLogger(Verifications.class);

    private final VerificationSql sql;
    private final FabricDb db;
    private final LogVerifier verifier;
    private final AuditLog log;
    private final CurrentActor actors;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "audit-verify");
        made.setDaemon(true);
        return made;
    });

    Verifications(
            VerificationSql sql, FabricDb db, LogVerifier verifier, AuditLog log, CurrentActor actors, Clock clock) {
        this.sql = sql;
        this.db = db;
        this.verifier = verifier;
        this.log = log;
        this.actors = actors;
        this.clock = clock;
    }

    /** The log is everybody's: it is for those who read all of it. */
    private Actor requireReaderOfAll() {
        Actor actor = actors.get();
        if (!actor.mayEverywhere(Permissions.AUDIT_EXPORT)) {
            throw new DomainFault.Forbidden(
                    "Verifying the whole log is for operators and auditors of the whole portal. Your tenant's events prove"
                            + " themselves in an export.");
        }
        return actor;
    }

    public VerificationView start() {
        Actor actor = requireReaderOfAll();
        UUID id = UUID.randomUUID();
        VerificationView begun = db.write(connection -> {
            sql.lock(connection);
            sql.breakOff(connection, failed("was broken off, for example by a stop of the portal"), clock.instant());
            sql.running(connection).ifPresent(Verifications::refuse);
            sql.begin(connection, id, actor.login(), clock.instant());
            log.record(connection, AuditEntry.success("audit.verify", "audit", id, ""));
            return sql.find(connection, id).orElseThrow();
        });
        thread.execute(() -> check(id));
        return begun;
    }

    private static void refuse(VerificationView running) {
        throw new DomainFault.Conflict(
                "verification-running",
                running.askedBy() + " has the log verified already, since " + running.startedAt()
                        + "; look at that result first.");
    }

    private void check(UUID id) {
        LogReport report;
        try {
            report = verifier.verify();
        } catch (RuntimeException e) {
            LOG.errorf(e, "the check of the audit log failed");
            report = failed("could not be read to its end: " + e.getMessage());
        }
        LogReport found = report;
        // In the log too, where the outcome is sealed: the row that the page shows is only a row.
        Map<String, Object> told = Map.of(
                "faults", found.faults(), "events", found.events(), "blocks", found.blocks(), "heads", found.anchors());
        db.run(connection -> {
            sql.finish(connection, id, found, clock.instant());
            log.record(
                    connection,
                    AuditEntry.success("audit.verify-end", "audit", id, "")
                            .after(told)
                            .by(Actor.system("verify")));
        });
    }

    private static LogReport failed(String why) {
        return new LogReport(0, 0, 0, null, List.of(), 1, List.of(new Finding("file", "the log", why)), 0);
    }

    public VerificationView get(UUID id) {
        requireReaderOfAll();
        return db.read(connection -> sql.find(connection, id))
                .orElseThrow(() -> new DomainFault.NotFound("verification", id));
    }

    public List<VerificationView> latest() {
        requireReaderOfAll();
        return db.read(connection -> sql.latest(connection, 10));
    }

    @PreDestroy
    void stop() {
        thread.shutdownNow();
    }
}
