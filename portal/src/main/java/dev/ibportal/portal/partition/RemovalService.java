package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.DomainFault.Stale;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Removes members and partitions: at once, or where the fabric's operator wants it so, when somebody else has looked at
 * what it does to the fabric.
 */
@ApplicationScoped
public class RemovalService {
    private static final int DAYS = 7;
    private static final Set<String> STATES = Set.of("waiting", "approved", "denied", "withdrawn", "expired");
    private static final String A_PROGRAM = "IB010";
    private static final String NOT_VOUCHED = "IB012";
    private static final String WAITS_ALREADY = "removal_request_waiting";

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final CurrentActor actor;
    private final RemovalSql sql;
    private final MemberService members;
    private final PartitionService partitions;
    private final ChangePreviews previews;
    private final AuditLog audit;

    RemovalService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            CurrentActor actor,
            RemovalSql sql,
            MemberService members,
            PartitionService partitions,
            ChangePreviews previews,
            AuditLog audit) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.actor = actor;
        this.sql = sql;
        this.members = members;
        this.partitions = partitions;
        this.previews = previews;
        this.audit = audit;
    }

    /**
     * @param ifMatch the ETag that the removal was decided for; absent: whatever it is
     * @return the request that waits for an approval; null: the end has begun
     */
    public @Nullable RemovalRequestView removeMember(UUID partition, UUID id, @Nullable String ifMatch) {
        tenants.enter(TenantTable.PARTITION, partition);
        return begin(
                partition,
                id,
                connection -> members.removable(connection, partition, id, ifMatch),
                connection -> members.end(connection, partition, id, ifMatch));
    }

    /** Like {@link #removeMember}, of a whole partition. */
    public @Nullable RemovalRequestView removePartition(UUID id, @Nullable String ifMatch) {
        tenants.enter(TenantTable.PARTITION, id);
        return begin(
                id,
                null,
                connection -> partitions.removable(connection, id, ifMatch),
                connection -> partitions.end(connection, id, ifMatch));
    }

    private interface Naming {
        String of(Connection connection) throws SQLException;
    }

    private interface Ending {
        void in(Connection connection) throws SQLException;
    }

    private @Nullable RemovalRequestView begin(UUID partition, @Nullable UUID member, Naming naming, Ending ending) {
        UUID id = UUID.randomUUID();
        try {
            boolean waits = transaction.call(connection -> {
                if (!sql.needsApproval(connection, partition)) {
                    ending.in(connection);
                    return false;
                }
                String what = naming.of(connection);
                sql.insert(connection, id, partition, member, what, actor.get(), DAYS);
                audit.record(AuditEntry.success("removal.request", "removal-request", id, what));
                return true;
            });
            return waits ? scope.read(connection -> sql.find(connection, id)).orElseThrow() : null;
        } catch (RuntimeException e) {
            if (SqlError.violates(e, WAITS_ALREADY)) {
                throw new Conflict(
                        "removal-waits", "Its removal was asked for already and waits for somebody to approve it.");
            }
            throw peoples(e);
        }
    }

    public Page<RemovalRequestView> list(@Nullable String state, PageRequest request) {
        if (state != null && !STATES.contains(state)) {
            throw new Invalid(
                    "state",
                    "\"" + state + "\" is none of " + STATES.stream().sorted().toList());
        }
        return scope.read(connection -> sql.page(connection, state, request));
    }

    /**
     * A request with what it would do to the fabric now.
     *
     * @param preview null: it is decided
     */
    public record Detail(
            RemovalRequestView request, @Nullable ChangePreview preview, boolean mine) {}

    public Detail get(UUID id) {
        RemovalRequestView request = find(id);
        boolean mine = request.requestedBy().id().equals(actor.get().userId());
        return new Detail(request, request.isWaiting() ? preview(request) : null, mine);
    }

    private RemovalRequestView find(UUID id) {
        tenants.enter(TenantTable.REMOVAL_REQUEST, id);
        return scope.read(connection -> sql.find(connection, id))
                .orElseThrow(() -> new NotFound("request for a removal", id));
    }

    private ChangePreview preview(RemovalRequestView request) {
        UUID member = request.member();
        UUID partition = request.partition().id();
        return member == null ? previews.removingAll(partition) : previews.removing(partition, Set.of(member));
    }

    /** @param digest of the preview that was looked at */
    public Detail approve(UUID id, @Nullable String digest) {
        RemovalRequestView request = find(id);
        Actor who = actor.get();
        if (request.requestedBy().id().equals(who.userId())) {
            throw new Forbidden("Nobody approves what they asked for; somebody else has to look at it.");
        }
        requireWaiting(request);
        if (digest == null || !preview(request).digest().equals(digest)) {
            throw new Stale("What the removal does to the fabric is not what you have seen; look at it again.");
        }
        try {
            transaction.run(connection -> approve(connection, request));
        } catch (RuntimeException e) {
            throw peoples(e);
        }
        return get(id);
    }

    private void approve(Connection connection, RemovalRequestView request) throws SQLException {
        decide(connection, request, "approved");
        UUID member = request.member();
        if (member == null) {
            partitions.end(connection, request.partition().id(), null);
        } else {
            members.end(connection, request.partition().id(), member, null);
        }
    }

    /** A program is whoever has made its token: it would let one person be two. */
    private static RuntimeException peoples(RuntimeException e) {
        if (SqlError.is(e, NOT_VOUCHED)) {
            return new Conflict(
                    "not-vouched",
                    "On this fabric a removal takes two people, and nobody vouches for it that whoever asked and whoever"
                            + " approves are two: an account of them began with an invitation that somebody of the"
                            + " tenant had made. An operator vouches for it on the person's page, or approves with"
                            + " PATCH /api/v1/users/{id} {\"vouched\": true}.");
        }
        return SqlError.is(e, A_PROGRAM)
                ? new Forbidden(
                        "On this fabric one person asks for a removal and another approves it; a service account does"
                                + " neither. Log in yourself, or use a token of your own.")
                : e;
    }

    public Detail deny(UUID id) {
        RemovalRequestView request = find(id);
        requireWaiting(request);
        transaction.run(connection -> decide(connection, request, "denied"));
        return get(id);
    }

    public Detail withdraw(UUID id) {
        RemovalRequestView request = find(id);
        if (!request.requestedBy().id().equals(actor.get().userId())) {
            throw new Forbidden(
                    "Only " + request.requestedBy().name() + " can withdraw what they asked for; deny it instead.");
        }
        requireWaiting(request);
        transaction.run(connection -> decide(connection, request, "withdrawn"));
        return get(id);
    }

    private void decide(Connection connection, RemovalRequestView request, String state) throws SQLException {
        if (!sql.decide(connection, request.id(), state, actor.get())) {
            throw new Stale("Somebody else has decided it meanwhile; look at it again.");
        }
        audit.record(AuditEntry.success("removal." + verb(state), "removal-request", request.id(), request.what())
                .before(Map.of("requestedBy", request.requestedBy().name())));
    }

    private static String verb(String state) {
        return switch (state) {
            case "approved" -> "approve";
            case "denied" -> "deny";
            default -> "withdraw";
        };
    }

    private static void requireWaiting(RemovalRequestView request) {
        if (!request.isWaiting()) {
            throw new Conflict("removal-decided", "This request is " + request.state() + " and waits for nobody.");
        }
    }

    static List<String> note(@Nullable RemovalRequestView request) {
        return request == null
                ? List.of()
                : List.of("nothing is removed yet: on this fabric somebody else has to approve it (removal request "
                        + request.id() + ", until " + request.expiresAt() + ")");
    }
}
