package dev.ibportal.portal.people;

import dev.ibportal.portal.account.TokenForm;
import dev.ibportal.portal.account.TokenOwner;
import dev.ibportal.portal.account.TokenService;
import dev.ibportal.portal.account.TokenView;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** Programs that act for a tenant, and their tokens. They belong to the tenant, not to whoever made them. */
@ApplicationScoped
public class ServiceAccountService {
    private static final String KIND = "service-account";
    private static final int LONGEST_STEM = 40;
    private static final int MARK_LENGTH = 8;

    private final TenantDoor door;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final ServiceAccountSql sql;
    private final TokenService tokens;
    private final AuditLog audit;
    private final Clock clock;

    ServiceAccountService(
            TenantDoor door,
            TenantTransaction transaction,
            Scope scope,
            ServiceAccountSql sql,
            TokenService tokens,
            AuditLog audit,
            Clock clock) {
        this.door = door;
        this.transaction = transaction;
        this.scope = scope;
        this.sql = sql;
        this.tokens = tokens;
        this.audit = audit;
        this.clock = clock;
    }

    public Page<ServiceAccountView> list(UUID tenant, PageRequest page) {
        door.enter(tenant);
        return scope.read(connection -> sql.page(connection, tenant, page));
    }

    public ServiceAccountView get(UUID tenant, UUID id) {
        door.enter(tenant);
        return scope.read(
                connection -> sql.find(connection, tenant, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id)));
    }

    public ServiceAccountView create(UUID tenant, ServiceAccountForm form) {
        door.enter(tenant);
        DisplayName name = Field.required("name", form.name(), DisplayName::new);
        Role role = TenantDoor.role("role", form.role());
        door.requireMayGive(tenant, role);
        UUID id = UUID.randomUUID();
        return unique(name, connection -> {
            sql.insert(connection, tenant, id, name, login(name), role);
            ServiceAccountView made = sql.find(connection, tenant, id).orElseThrow();
            audit.record(AuditEntry.success("service-account.create", KIND, id, made.name())
                    .after(state(made)));
            return made;
        });
    }

    /** Readable in the audit log, and never in anybody's way: another tenant's names cannot be told from it. */
    private static String login(DisplayName name) {
        String stem = name.text()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        String mark = Secrets.random(MARK_LENGTH).toLowerCase(Locale.ROOT);
        String shorter = stem.substring(0, Math.min(stem.length(), LONGEST_STEM));
        return (shorter.isEmpty() ? "service" : shorter) + "." + mark;
    }

    /** @param version of the state that the change was made for */
    public ServiceAccountView change(UUID tenant, UUID id, int version, ServiceAccountForm form) {
        door.enter(tenant);
        DisplayName name = Field.required("name", form.name(), DisplayName::new);
        Role role = TenantDoor.role("role", form.role());
        door.requireMayGive(tenant, role);
        return unique(name, connection -> {
            ServiceAccountView before =
                    sql.find(connection, tenant, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            ETags.requireMatch(version, before.version());
            sql.update(connection, tenant, id, name, role);
            ServiceAccountView after = sql.find(connection, tenant, id).orElseThrow();
            audit.record(AuditEntry.success("service-account.change", KIND, id, after.name())
                    .before(state(before))
                    .after(state(after)));
            return after;
        });
    }

    private ServiceAccountView unique(DisplayName name, Work<ServiceAccountView> work) {
        try {
            return transaction.call(work);
        } catch (RuntimeException e) {
            if (SqlError.violates(e, "service_account_name")) {
                throw new DomainFault.Conflict(
                        "name-taken", "This tenant has a service account named \"" + name + "\"; choose another name.");
            }
            throw e;
        }
    }

    /** Its tokens end with it, at once. */
    public void remove(UUID tenant, UUID id) {
        List<TokenView> open = tokens.all(owner(tenant, get(tenant, id)));
        transaction.run(connection -> {
            ServiceAccountView before =
                    sql.find(connection, tenant, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            sql.remove(connection, tenant, id, clock.instant());
            List<AuditEntry> events = new ArrayList<>();
            events.add(AuditEntry.success("service-account.remove", KIND, id, before.name())
                    .before(state(before)));
            open.forEach(token -> events.add(AuditEntry.success("token.revoke", "token", token.id(), token.name())
                    .after(Map.of("because", "service account removed"))));
            audit.recordAll(events);
        });
    }

    public Page<TokenView> tokens(UUID tenant, UUID id, PageRequest page) {
        return tokens.list(owner(tenant, get(tenant, id)), page);
    }

    /** What its tokens can be narrowed to. */
    public java.util.Set<String> permissions(UUID tenant, ServiceAccountView account) {
        return owner(tenant, account).permissions();
    }

    /** The secret is in this answer and nowhere else. */
    public TokenView createToken(UUID tenant, UUID id, TokenForm form) {
        ServiceAccountView account = get(tenant, id);
        door.requireMayGive(tenant, TenantDoor.role("role", account.role()));
        return tokens.create(owner(tenant, account), form);
    }

    public void revokeToken(UUID tenant, UUID id, UUID token) {
        tokens.revoke(owner(tenant, get(tenant, id)), token);
    }

    private static TokenOwner owner(UUID tenant, ServiceAccountView account) {
        Role role = TenantDoor.role("role", account.role());
        return new TokenOwner(account.id(), tenant, TenantDoor.permissions(tenant, role), null);
    }

    private static Map<String, Object> state(ServiceAccountView account) {
        return Map.of("name", account.name(), "login", account.login(), "role", account.role());
    }
}
