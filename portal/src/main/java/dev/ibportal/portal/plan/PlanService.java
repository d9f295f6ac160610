package dev.ibportal.portal.plan;

import dev.ibportal.agent.v1.ApplyTask;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PlanTask;
import dev.ibportal.agent.v1.RollbackTask;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.partition.PartitionService;
import dev.ibportal.portal.partition.PartitionView;
import dev.ibportal.portal.plan.core.Shape;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.portal.session.SessionService;
import dev.ibportal.portal.session.SessionService.Change;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks daemons what they would do, and has them do it. */
@ApplicationScoped
public class PlanService {
    private static final String CAN_PLAN = "task.plan";
    private static final int PLAN_SECONDS = 15;
    private static final int APPLY_SECONDS = 120;
    private static final int JOURNAL_LIMIT = 200;
    private static final Set<String> POLICIES = Set.of("repair", "report_only");

    private final SessionService sessions;
    private final PartitionService partitions;
    private final Scope scope;
    private final FabricDb db;
    private final PlanSql sql;
    private final AuditLog audit;

    PlanService(
            SessionService sessions,
            PartitionService partitions,
            Scope scope,
            FabricDb db,
            PlanSql sql,
            AuditLog audit) {
        this.sessions = sessions;
        this.partitions = partitions;
        this.scope = scope;
        this.db = db;
        this.sql = sql;
        this.audit = audit;
    }

    /** A node with its own policy; null where it follows the tenants. */
    public record NodeChoice(Ref node, @Nullable String policy) {}

    public NodeChoice node(UUID id) {
        return db.read(connection -> sql.node(connection, id))
                .map(node -> new NodeChoice(new Ref(node.id(), node.name()), node.policy()))
                .orElseThrow(() -> new NotFound("node", id));
    }

    /** What the node would do for the spec that it has. */
    public NodePlanView plan(UUID node) {
        requireAble(node);
        TaskUpdate answer = await(node, ask(node, PlanTask.getDefaultInstance()), PLAN_SECONDS);
        if (answer.getState() != TaskState.TASK_STATE_SUCCEEDED) {
            throw new Conflict("plan-failed", "The node could not make a plan: " + answer.getMessage());
        }
        return NodePlanView.of(answer.getPlan());
    }

    /** @return the node's name */
    private String requireAble(UUID node) {
        String name = node(node).node().name();
        if (db.read(connection -> sql.able(connection, List.of(node), CAN_PLAN)).isEmpty()) {
            throw new Conflict(
                    "node-cannot-plan",
                    "The daemon of node " + name + " never connected, or is of a version that makes no plans.");
        }
        return name;
    }

    private CompletableFuture<TaskUpdate> ask(UUID node, PlanTask task) {
        return sessions.run(
                        node,
                        TaskRequest.newBuilder()
                                .setTaskId(UUID.randomUUID().toString())
                                .setPlan(task)
                                .build())
                .toCompletableFuture();
    }

    private static TaskUpdate await(UUID node, CompletableFuture<TaskUpdate> answer, int seconds) {
        try {
            return answer.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            Conflict fault =
                    new Conflict("node-silent", "Node " + node + " gave no answer within " + seconds + " seconds.");
            fault.addSuppressed(e);
            throw fault;
        } catch (ExecutionException e) {
            throw new IllegalStateException("tasks end with an update", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * What came of something that a node was to do.
     *
     * @param plan the new plan, where the one that was named is stale
     */
    public record Done(
            boolean succeeded, String message, @Nullable NodePlanView plan) {}

    /** Has the node carry out the plan with this digest: all of it, or none. */
    public Done apply(UUID node, @Nullable String digest) {
        if (digest == null || !digest.matches("[0-9a-f]{64}")) {
            throw new Invalid("digest", "is not the digest of a plan");
        }
        return carryOut(
                node,
                "node.apply-plan",
                Map.of("plan", digest),
                TaskRequest.newBuilder().setApply(ApplyTask.newBuilder().setPlanDigest(digest)));
    }

    /** Has the node go back from its last transaction. */
    public Done rollback(UUID node) {
        return carryOut(
                node,
                "node.rollback",
                Map.of(),
                TaskRequest.newBuilder().setRollback(RollbackTask.getDefaultInstance()));
    }

    private Done carryOut(UUID node, String action, Map<String, String> what, TaskRequest.Builder task) {
        String name = requireAble(node);
        TaskUpdate answer = await(
                node,
                sessions.run(
                                node,
                                task.setTaskId(UUID.randomUUID().toString())
                                        .setTimeLimit(com.google.protobuf.Duration.newBuilder()
                                                .setSeconds(APPLY_SECONDS))
                                        .build())
                        .toCompletableFuture(),
                APPLY_SECONDS + PLAN_SECONDS);
        boolean succeeded = answer.getState() == TaskState.TASK_STATE_SUCCEEDED;
        audit.recordAlone((succeeded
                        ? AuditEntry.success(action, "node", node, name)
                        : AuditEntry.failed(action, "node", node, name, answer.getMessage()))
                .after(what));
        return new Done(succeeded, answer.getMessage(), answer.hasPlan() ? NodePlanView.of(answer.getPlan()) : null);
    }

    /**
     * What all nodes of a partition would do, if its interfaces were so.
     *
     * @param mode null: as it is
     * @param ipMtu null: as it is
     */
    public PartitionPlanView partition(UUID partition, @Nullable String mode, @Nullable Integer ipMtu) {
        PartitionView view = partitions.get(partition);
        List<PlanSql.Member> members = scope.read(connection -> sql.members(connection, partition));
        Set<UUID> interfaces = members.stream().map(PlanSql.Member::iface).collect(Collectors.toSet());
        List<UUID> nodes = members.stream().map(PlanSql.Member::node).distinct().toList();
        Change change = new Change(interfaces, mode(mode), Optional.ofNullable(mtu(ipMtu)));
        Map<UUID, Answer> answers = ask(nodes, change);
        List<PartitionPlanView.Group> groups = groups(members, answers);
        return new PartitionPlanView(
                new Ref(partition, view.name()),
                mode == null ? "" : mode,
                ipMtu == null ? "" : ipMtu.toString(),
                nodes.size(),
                groups);
    }

    private static Optional<IpoibMode> mode(@Nullable String mode) {
        if (mode == null || mode.isBlank()) {
            return Optional.empty();
        }
        return switch (mode) {
            case "datagram" -> Optional.of(IpoibMode.IPOIB_MODE_DATAGRAM);
            case "connected" -> Optional.of(IpoibMode.IPOIB_MODE_CONNECTED);
            default -> throw new Invalid("mode", "is datagram or connected");
        };
    }

    private static @Nullable Integer mtu(@Nullable Integer mtu) {
        if (mtu != null && (mtu < 72 || mtu > 65520)) {
            throw new Invalid("ipMtu", "is a number from 72 to 65520");
        }
        return mtu;
    }

    /** A plan, or why there is none. */
    private record Answer(@Nullable NodePlan plan, Shape.Kind kind, String reason) {}

    private Map<UUID, Answer> ask(List<UUID> nodes, Change change) {
        Set<UUID> able = new HashSet<>(db.read(connection -> sql.able(connection, nodes, CAN_PLAN)));
        Map<UUID, NodeSpec> specs = sessions.wouldBe(nodes, change);
        Map<UUID, CompletableFuture<TaskUpdate>> asked = new HashMap<>();
        Map<UUID, Answer> answers = new HashMap<>();
        for (UUID node : nodes) {
            NodeSpec spec = specs.get(node);
            if (!sessions.isConnected(node) || spec == null) {
                answers.put(node, new Answer(null, Shape.Kind.NOT_CONNECTED, ""));
            } else if (!able.contains(node)) {
                answers.put(node, new Answer(null, Shape.Kind.TOO_OLD, ""));
            } else {
                asked.put(node, ask(node, PlanTask.newBuilder().setSpec(spec).build()));
            }
        }
        CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, PLAN_SECONDS, TimeUnit.SECONDS)
                .join();
        asked.forEach((node, answer) -> answers.put(node, answer(answer)));
        return answers;
    }

    private static Answer answer(CompletableFuture<TaskUpdate> asked) {
        TaskUpdate none = TaskUpdate.getDefaultInstance();
        TaskUpdate update = asked.getNow(none);
        return update.hasPlan()
                ? new Answer(
                        update.getPlan(), Shape.Kind.NOTHING, update.getPlan().getRefusal())
                : new Answer(null, Shape.Kind.NO_ANSWER, update.getMessage());
    }

    private static List<PartitionPlanView.Group> groups(List<PlanSql.Member> members, Map<UUID, Answer> answers) {
        Map<Shape, List<PlanSql.Member>> byShape = new LinkedHashMap<>();
        for (PlanSql.Member member : members) {
            Answer answer = answers.getOrDefault(member.node(), new Answer(null, Shape.Kind.NO_ANSWER, ""));
            Shape shape = answer.plan() == null
                    ? Shape.unknown(answer.kind())
                    : Shape.of(answer.plan(), member.iface().toString());
            byShape.computeIfAbsent(shape, s -> new ArrayList<>()).add(member);
        }
        return byShape.entrySet().stream()
                .map(entry -> group(entry.getKey(), entry.getValue(), answers))
                .sorted(Comparator.comparing((PartitionPlanView.Group group) -> group.count())
                        .reversed())
                .toList();
    }

    private static PartitionPlanView.Group group(Shape shape, List<PlanSql.Member> members, Map<UUID, Answer> answers) {
        PlanSql.Member first = members.get(0);
        Answer answer = answers.getOrDefault(first.node(), new Answer(null, Shape.Kind.NO_ANSWER, ""));
        Optional<NodePlanView.Item> item = Optional.ofNullable(answer.plan()).map(NodePlanView::of).stream()
                .flatMap(plan -> plan.items().stream())
                .filter(one -> one.interfaceId().equals(first.iface().toString()))
                .findFirst();
        List<Ref> nodes = members.stream()
                .map(member -> new Ref(member.node(), member.nodeName()))
                .toList();
        return new PartitionPlanView.Group(
                shape.kind().text(),
                shape.name(),
                item.map(NodePlanView.Item::cause).orElse(""),
                item.map(NodePlanView.Item::message)
                        .filter(text -> !text.isEmpty())
                        .orElse(answer.reason()),
                nodes,
                item.map(NodePlanView.Item::actions).orElse(List.of()),
                item.map(NodePlanView.Item::traffic).orElse(List.of()));
    }

    /** What the node's daemon did as root, the newest first. */
    public List<JournalView> journal(UUID node) {
        node(node);
        return db.read(connection -> sql.journal(connection, node, JOURNAL_LIMIT));
    }

    /** @param policy {@code repair}, {@code report_only}, or null: as the tenant of each interface wants it */
    public NodeChoice choose(UUID node, @Nullable String policy) {
        if (policy != null) {
            known(policy);
        }
        NodeChoice before = node(node);
        db.run(connection -> {
            sql.setPolicy(connection, node, policy);
            audit.record(
                    connection,
                    AuditEntry.success(
                                    "node.drift-policy",
                                    "node",
                                    node,
                                    before.node().name())
                            .before(Map.of("driftPolicy", before.policy() == null ? "" : before.policy()))
                            .after(Map.of("driftPolicy", policy == null ? "" : policy)));
        });
        return node(node);
    }

    private static String known(@Nullable String policy) {
        if (policy == null || !POLICIES.contains(policy)) {
            throw new Invalid("policy", "is repair or report_only");
        }
        return policy;
    }

    /** What becomes of a tenant's interfaces on nodes that have no policy of their own. */
    public record TenantChoice(Ref tenant, String policy) {}

    public TenantChoice tenant(UUID tenant) {
        return db.read(connection -> new TenantChoice(
                sql.tenant(connection, tenant).orElseThrow(() -> new NotFound("tenant", tenant)),
                sql.tenantPolicy(connection, tenant)));
    }

    public TenantChoice chooseForTenant(UUID tenant, @Nullable String policy) {
        String chosen = known(policy);
        TenantChoice before = tenant(tenant);
        db.run(connection -> {
            sql.setTenantPolicy(connection, tenant, chosen);
            audit.record(
                    connection,
                    AuditEntry.success(
                                    "tenant.drift-policy",
                                    "tenant",
                                    tenant,
                                    before.tenant().name())
                            .tenant(tenant)
                            .before(Map.of("driftPolicy", before.policy()))
                            .after(Map.of("driftPolicy", chosen)));
        });
        return tenant(tenant);
    }
}
