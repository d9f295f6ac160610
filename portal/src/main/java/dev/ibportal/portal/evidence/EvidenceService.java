package dev.ibportal.portal.evidence;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.evidence.EvidenceSql.Beyond;
import dev.ibportal.portal.evidence.EvidenceSql.End;
import dev.ibportal.portal.evidence.EvidenceSql.Other;
import dev.ibportal.portal.evidence.EvidenceSql.Target;
import dev.ibportal.portal.evidence.core.Check;
import dev.ibportal.portal.evidence.core.IsolationChecks;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Isolation evidence of a tenant: what is proved, what is broken, and what nobody knows. */
@ApplicationScoped
public class EvidenceService {
    private final EvidenceSql sql;
    private final FabricDb db;
    private final Probe probe;
    private final AuditLog log;
    private final TenantContext tenants;
    private final CurrentActor actors;
    private final Clock clock;

    EvidenceService(
            EvidenceSql sql,
            FabricDb db,
            Probe probe,
            AuditLog log,
            TenantContext tenants,
            CurrentActor actors,
            Clock clock) {
        this.sql = sql;
        this.db = db;
        this.probe = probe;
        this.log = log;
        this.tenants = tenants;
        this.actors = actors;
        this.clock = clock;
    }

    /** The checks as of one moment. */
    public record Evidence(UUID tenant, String tenantName, Instant at, List<Check> checks) {}

    /** Acts for the tenant: whoever may not is told that there is none. */
    public Evidence of(UUID tenant) {
        tenants.actFor(tenant);
        Instant now = clock.instant();
        return db.read(connection -> {
            String name =
                    sql.tenantName(connection, tenant).orElseThrow(() -> new DomainFault.NotFound("tenant", tenant));
            return new Evidence(tenant, name, now, new IsolationChecks(now).judge(sql.facts(connection, tenant)));
        });
    }

    /** Like {@link #of}, and keeps that it was taken away. */
    public Evidence export(UUID tenant) {
        Evidence evidence = of(tenant);
        log.recordAlone(AuditEntry.success("evidence.export", "tenant", tenant, evidence.tenantName())
                .tenant(tenant));
        return evidence;
    }

    /** Whether tries go into other tenants' partitions too. */
    public boolean reachesOthers() {
        return actors.get().mayEverywhere(Permissions.PARTITION_WRITE);
    }

    /** Tries each active partition against another one of its fabric. */
    public Evidence probe(UUID tenant) {
        Evidence before = of(tenant);
        Actor actor = actors.get();
        // Another tenant's partition is none of this tenant's business, not even as something to fail at.
        UUID within = reachesOthers() ? null : tenant;
        List<Target> targets = db.read(connection -> sql.partitionsOf(connection, tenant));
        for (Target target : targets) {
            Optional<Probe.Course> course = course(target, within);
            boolean own = course.isEmpty() || course.get().other().tenant().equals(tenant);
            Probe.Result result = course.map(chosen -> probe.run(chosen).on(chosen.told(own)))
                    .orElseGet(() -> new Probe.Result("unknown", nothingToTry(target)));
            db.run(connection -> {
                sql.keep(connection, tenant, target.id(), actor.login(), result, clock.instant());
                log.record(
                        connection,
                        AuditEntry.success("evidence.probe", "partition", target.id(), target.name())
                                .tenant(tenant)
                                .after(result));
                if (!own) {
                    log.record(connection, beyond(course.get(), target, result));
                }
            });
        }
        if (targets.isEmpty()) {
            log.recordAlone(AuditEntry.success("evidence.probe", "tenant", tenant, before.tenantName())
                    .tenant(tenant)
                    .after(List.of()));
        }
        return of(tenant);
    }

    /** Whom it went to, for those who read the log of the whole portal: it is nobody's of the tenant. */
    private static AuditEntry beyond(Probe.Course course, Target target, Probe.Result result) {
        return AuditEntry.success(
                        "evidence.probe-target",
                        "partition",
                        course.other().id(),
                        course.other().name())
                .after(Map.of("tried", target.id(), "verdict", result.verdict(), "course", course.told(true)));
    }

    private Optional<Probe.Course> course(Target target, @Nullable UUID within) {
        return db.read(connection -> {
            for (Other other : sql.others(connection, target, within)) {
                Optional<Probe.Course> course = course(connection, target.id(), other);
                if (course.isPresent()) {
                    return course;
                }
            }
            return Optional.empty();
        });
    }

    private String nothingToTry(Target target) {
        return db.read(connection -> sql.ends(connection, target.id())).size() < 2
                ? "fewer than two of its members are in sync with an IPv4 address"
                : "there is no other partition here that could be tried against";
    }

    private Optional<Probe.Course> course(Connection connection, UUID here, Other other) throws SQLException {
        UUID there = other.id();
        Optional<Beyond> beyond = sql.beyond(connection, there, here);
        if (beyond.isEmpty()) {
            return Optional.empty();
        }
        List<End> ours = sql.ends(connection, here);
        Optional<End> from = elsewhere(ours, beyond.get().end());
        Optional<End> inside = from.flatMap(end -> elsewhere(ours, end));
        Optional<End> witness =
                elsewhere(sql.ends(connection, there), beyond.get().end());
        return inside.isPresent() && witness.isPresent()
                ? Optional.of(new Probe.Course(from.get(), inside.get(), witness.get(), beyond.get(), other))
                : Optional.empty();
    }

    private static Optional<End> elsewhere(List<End> ends, End from) {
        return ends.stream().filter(end -> !end.node().equals(from.node())).findFirst();
    }
}
