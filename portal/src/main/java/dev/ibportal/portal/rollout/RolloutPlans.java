package dev.ibportal.portal.rollout;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Profile;
import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.drivers.DriverService;
import dev.ibportal.portal.drivers.core.NodeFacts;
import dev.ibportal.portal.drivers.core.NodeVerdict;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.rollout.RolloutSql.Plan;
import dev.ibportal.portal.rollout.RolloutSql.Planned;
import dev.ibportal.portal.rollout.core.Rules;
import dev.ibportal.portal.rollout.core.Waves;
import dev.ibportal.portal.rollout.core.Waves.Candidate;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Makes plans of rollouts: who is in which wave, and who is left out and why. */
@ApplicationScoped
class RolloutPlans {
    private final FabricDb db;
    private final RolloutSql sql;
    private final DriverService drivers;
    private final Hooks hooks;
    private final AuditLog audit;
    private final CurrentActor actors;

    RolloutPlans(FabricDb db, RolloutSql sql, DriverService drivers, Hooks hooks, AuditLog audit, CurrentActor actors) {
        this.db = db;
        this.sql = sql;
        this.drivers = drivers;
        this.hooks = hooks;
        this.audit = audit;
        this.actors = actors;
    }

    List<String> hookNames() {
        return hooks.names();
    }

    List<Profile> profiles() {
        return drivers.catalogue().profiles();
    }

    /** Keeps what would happen; nothing happens before it is started. */
    UUID plan(RolloutForm form) {
        String name = Field.required("name", form.name(), text -> new DisplayName(text).toString());
        Profile profile = profile(Field.required("profile", form.profile(), text -> text));
        RulesJson rules = form.rules() == null ? RulesJson.USUAL : form.rules();
        Rules checked = rules.rules();
        String hook = form.hook() == null ? "" : form.hook().strip();
        hooks.require(hook);
        List<NodeFacts> chosen = drivers.select(form.selector());
        Map<UUID, NodeVerdict> verdicts = drivers.verdicts(chosen, profile.id());
        List<Planned> nodes = planned(chosen, verdicts, Boolean.TRUE.equals(form.evenUnknown()), checked);
        requireOne(nodes, chosen, profile);
        Plan plan = new Plan(
                UUID.randomUUID(),
                name,
                profile.id(),
                new Catalogue(List.of(profile)).write(),
                form.selector() == null ? "" : form.selector().strip(),
                RulesReader.text(rules),
                hook,
                actors.get().login());
        db.run(connection -> {
            sql.insert(connection, plan);
            sql.insertNodes(connection, plan.id(), nodes);
            audit.record(
                    connection,
                    AuditEntry.success("rollout.plan", "rollout", plan.id(), name)
                            .after(Map.of(
                                    "profile", profile.id(),
                                    "selector", plan.selector(),
                                    "nodes", nodes.size(),
                                    "rules", rules.filled())));
        });
        return plan.id();
    }

    private static void requireOne(List<Planned> nodes, List<NodeFacts> chosen, Profile profile) {
        if (chosen.isEmpty()) {
            throw new Invalid("selector", "the selector chooses no node");
        }
        if (nodes.stream().allMatch(node -> node.state().equals("skipped"))) {
            throw new Invalid(
                    "selector",
                    profile.label() + " is known to work on none of the " + chosen.size() + " chosen nodes; "
                            + chosen.get(0).name() + ": " + nodes.get(0).reason());
        }
    }

    private Profile profile(String id) {
        return drivers.catalogue().profiles().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new Invalid("profile", "there is no driver profile \"" + id + "\" in the catalogue"));
    }

    private static List<Planned> planned(
            List<NodeFacts> chosen, Map<UUID, NodeVerdict> verdicts, boolean evenUnknown, Rules rules) {
        List<Candidate> candidates = new ArrayList<>();
        List<Planned> left = new ArrayList<>();
        for (NodeFacts node : chosen) {
            NodeVerdict verdict = verdicts.get(node.id());
            boolean fits =
                    verdict != null && (verdict.works() || (evenUnknown && verdict.answer() == Answer.NOT_KNOWN));
            if (fits) {
                candidates.add(new Candidate(node.id(), Set.copyOf(node.groups())));
            } else {
                left.add(new Planned(node.id(), 0, "skipped", verdict == null ? "" : why(verdict)));
            }
        }
        List<Planned> planned = new ArrayList<>();
        Waves.plan(candidates, rules.waves())
                .forEach((node, wave) -> planned.add(new Planned(node, wave, "waiting", "")));
        planned.addAll(left);
        return planned;
    }

    private static String why(NodeVerdict verdict) {
        String reasons =
                String.join("; ", verdict.reasons().stream().map(Reason::text).toList());
        return verdict.nearestLabel() == null ? reasons : reasons + "; what works there: " + verdict.nearestLabel();
    }
}
