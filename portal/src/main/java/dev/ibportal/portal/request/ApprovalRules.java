package dev.ibportal.portal.request;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.portal.tenant.TenantService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who decides requests, by fabric and tenant. What was submitted keeps the rule that it was submitted under. */
@ApplicationScoped
class ApprovalRules {
    private final FabricDb db;
    private final ApprovalRuleSql rules;
    private final FabricService fabrics;
    private final TenantService tenants;
    private final AuditLog audit;

    ApprovalRules(FabricDb db, ApprovalRuleSql rules, FabricService fabrics, TenantService tenants, AuditLog audit) {
        this.db = db;
        this.rules = rules;
        this.fabrics = fabrics;
        this.tenants = tenants;
        this.audit = audit;
    }

    List<ApprovalRuleView> list() {
        return db.read(rules::all);
    }

    ApprovalRuleView put(ApprovalRuleForm form) {
        ApprovalRuleWish wish = ApprovalRuleWish.read(form);
        UUID fabric = Field.optional(
                "fabric", form.fabric(), text -> fabrics.named("fabric", text).id());
        UUID tenant = tenant(form);
        return db.write(connection -> {
            UUID id = rules.put(connection, fabric, tenant, wish);
            ApprovalRuleView made = rules.find(connection, id).orElseThrow();
            audit.record(
                    connection,
                    AuditEntry.success("approval-rule.set", "approval-rule", id, name(made))
                            .tenant(tenant)
                            .after(made));
            return made;
        });
    }

    void remove(UUID id) {
        db.run(connection -> {
            ApprovalRuleView gone = rules.find(connection, id).orElseThrow(() -> new NotFound("approval-rule", id));
            rules.remove(connection, id);
            audit.record(
                    connection,
                    AuditEntry.success("approval-rule.remove", "approval-rule", id, name(gone))
                            .before(gone));
        });
    }

    private @Nullable UUID tenant(ApprovalRuleForm form) {
        UUID id = QueryValues.id("tenant", form.tenant());
        return id == null ? null : tenants.get(id).id();
    }

    private static String name(ApprovalRuleView rule) {
        return (rule.fabric() == null ? "any fabric" : rule.fabric().name()) + ", "
                + (rule.tenant() == null ? "any tenant" : rule.tenant().name());
    }
}
