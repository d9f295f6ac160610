package dev.ibportal.portal.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.PoolService;
import dev.ibportal.portal.partition.PartitionForm;
import dev.ibportal.portal.partition.PartitionService;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.DomainFault.Stale;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.portal.request.core.RequestState;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests: asked for, held, decided by somebody else, provided. */
@ApplicationScoped
public class RequestService {
    private static final List<String> STATES =
            Arrays.stream(RequestState.values()).map(RequestState::code).toList();

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final FabricDb fabrics;
    private final CurrentActor actor;
    private final RequestSql sql;
    private final PartitionService partitions;
    private final PoolService pools;
    private final AuditLog audit;
    private final ObjectMapper json;

    RequestService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            FabricDb fabrics,
            CurrentActor actor,
            RequestSql sql,
            PartitionService partitions,
            PoolService pools,
            AuditLog audit,
            ObjectMapper json) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.fabrics = fabrics;
        this.actor = actor;
        this.sql = sql;
        this.partitions = partitions;
        this.pools = pools;
        this.audit = audit;
        this.json = json;
    }

    public Page<RequestView> list(@Nullable String state, PageRequest page) {
        String one = QueryValues.oneOf("state", state, STATES);
        return scope.read(connection -> sql.page(connection, one, page));
    }

    public RequestView get(UUID id) {
        tenants.enter(TenantTable.REQUEST, id);
        return scope.read(connection -> sql.find(connection, id)).orElseThrow(() -> new NotFound("request", id));
    }

    /** With what was said of it, and what its fabric has left for those who see all of it. */
    public RequestDetail detail(UUID id) {
        RequestView request = get(id);
        Ref fabric = request.fabric();
        boolean all = actor.get().isPortalWide();
        return new RequestDetail(
                request,
                digest(request),
                scope.read(connection -> sql.notes(connection, id)),
                request.requestedBy().id().equals(actor.get().userId()),
                fabric == null || !all ? null : fabrics.read(connection -> sql.keys(connection, fabric.id())),
                read(scope.read(connection -> sql.asked(connection, id))).partition());
    }

    public void comment(UUID id, String text) {
        RequestView request = get(id);
        if (text.isBlank()) {
            throw new Invalid("said", "a comment has words");
        }
        String words = RequestWish.reason(text);
        in(connection -> {
            sql.comment(connection, request, words, actor.get());
            audit.record(AuditEntry.success("request.comment", "request", id, request.title())
                    .after(Map.of("text", words)));
        });
    }

    /** A draft: nothing is held yet. */
    public RequestView create(RequestForm form) {
        RequestWish wish = RequestWish.read(form);
        if (wish.pool() != null && form.tenant() == null) {
            tenants.enter(TenantTable.POOL, wish.pool());
        }
        UUID tenant = tenants.choose(form.tenant());
        PartitionForm partition = form.partition();
        if (wish.pkey() != null && !actor.get().may(Permissions.PARTITION_CHOOSE_PKEY, tenant)) {
            throw new Forbidden("Asking for one PKey needs " + Permissions.PARTITION_CHOOSE_PKEY
                    + "; leave pkey out to be held the lowest free one.");
        }
        if (wish.pool() != null) {
            pools.get(wish.pool());
        }
        UUID fabric = partition == null ? null : partitions.check(partition).id();
        UUID id = UUID.randomUUID();
        transaction.run(connection -> {
            sql.insert(connection, id, tenant, fabric, wish, written(form), actor.get());
            audit.record(AuditEntry.success(
                            "request.create", "request", id, wish.title().toString())
                    .after(form));
        });
        return get(id);
    }

    /** From now on what is asked for is held; where the rule asks for nobody, it is approved at once. */
    public RequestView submit(UUID id) {
        RequestView draft = get(id);
        requireOwn(draft);
        in(connection -> {
            move(connection, draft, RequestState.SUBMITTED, "");
            decideIfEnough(connection, id);
        });
        return get(id);
    }

    public RequestView withdraw(UUID id) {
        RequestView request = get(id);
        requireOwn(request);
        in(connection -> move(connection, request, RequestState.WITHDRAWN, ""));
        return get(id);
    }

    /** @param digest of what was looked at: see {@link #digest} */
    public RequestView approve(UUID id, @Nullable String digest, @Nullable String reason) {
        RequestView request = get(id);
        String seen = digest(request);
        if (!seen.equals(digest)) {
            throw new Stale("The request is not what you have seen; look at it again.");
        }
        in(connection -> {
            vote(connection, request, "approve", reason, seen);
            decideIfEnough(connection, id);
        });
        return get(id);
    }

    /** One who denies is enough. */
    public RequestView deny(UUID id, @Nullable String reason) {
        RequestView request = get(id);
        in(connection -> {
            vote(connection, request, "deny", reason, digest(request));
            move(connection, request, RequestState.DENIED, reason == null ? "" : reason);
        });
        return get(id);
    }

    /** What an approval is bound to: the request, its version and the key that it would get. */
    static String digest(RequestView request) {
        return request.id() + " " + request.version() + " " + request.pkey();
    }

    private void vote(
            Connection connection, RequestView request, String verdict, @Nullable String reason, String digest)
            throws SQLException {
        String words = RequestWish.reason(reason);
        sql.vote(connection, request, verdict, words, digest, actor.get());
        audit.record(AuditEntry.success("request." + verdict, "request", request.id(), request.title())
                .after(Map.of(
                        "reason", words, "requestedBy", request.requestedBy().name())));
    }

    private void decideIfEnough(Connection connection, UUID id) throws SQLException {
        RequestView request = sql.find(connection, id).orElseThrow();
        Integer needed = request.approvals();
        if (needed == null || request.approved() < needed) {
            return;
        }
        move(connection, request, RequestState.APPROVED, "");
        provide(connection, sql.find(connection, id).orElseThrow());
    }

    /** All or nothing, with the approval: what was held is given up and taken in one transaction. */
    private void provide(Connection connection, RequestView request) throws SQLException {
        move(connection, request, RequestState.PROVISIONING, "");
        if (!request.kind().equals("partition")) {
            // Held addresses are the tenant's reservations already.
            move(connection, sql.find(connection, request.id()).orElseThrow(), RequestState.READY, "");
            return;
        }
        Ref fabric = request.fabric();
        PartitionForm form = read(sql.asked(connection, request.id())).partition();
        String pkey = request.pkey();
        if (fabric == null || form == null || pkey == null) {
            throw new IllegalStateException("request " + request.id() + " asks for no partition");
        }
        PKey held = PKey.parse(pkey);
        sql.became(connection, request.id(), partitions.provision(connection, fabric.id(), form, held));
    }

    private void move(Connection connection, RequestView request, RequestState to, String why) throws SQLException {
        if (!request.at().next().contains(to)) {
            throw new Conflict(
                    "request-" + request.state(),
                    "This request is " + request.state() + " and cannot be " + to.code() + ".");
        }
        if (!sql.move(connection, request.id(), request.at(), to, why)) {
            throw new Stale("Somebody else has moved this request meanwhile; look at it again.");
        }
        audit.record(AuditEntry.success("request." + to.code(), "request", request.id(), request.title())
                .before(Map.of("state", request.state()))
                .after(Map.of("state", to.code())));
    }

    private void requireOwn(RequestView request) {
        if (!request.requestedBy().id().equals(actor.get().userId())) {
            throw new Forbidden("Only " + request.requestedBy().name() + " submits or withdraws this request.");
        }
    }

    private void in(Work.Step work) {
        try {
            transaction.run(work);
        } catch (RuntimeException e) {
            throw RequestRefusals.explained(e);
        }
    }

    private String written(RequestForm form) {
        try {
            return json.writeValueAsString(form);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a form that was read cannot be written", e);
        }
    }

    private RequestForm read(String asked) {
        try {
            return json.readValue(asked, RequestForm.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a form that was written cannot be read", e);
        }
    }
}
