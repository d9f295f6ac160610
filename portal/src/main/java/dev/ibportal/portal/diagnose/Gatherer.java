package dev.ibportal.portal.diagnose;

import dev.ibportal.agent.v1.DiagnoseTask;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.diagnosis.EvidenceMessages;
import dev.ibportal.portal.partition.MemberView;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.session.SessionService;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has a node's daemon gather evidence. */
@ApplicationScoped
class Gatherer {
    /** With all tools hanging, a daemon needs 13 seconds. */
    private static final int PATIENCE_SECONDS = 14;

    private final SessionService sessions;
    private final FabricDb db;
    private final DiagnosisSql sql;
    private final Clock clock;

    Gatherer(SessionService sessions, FabricDb db, DiagnosisSql sql, Clock clock) {
        this.sessions = sessions;
        this.db = db;
        this.sql = sql;
        this.clock = clock;
    }

    /** Never fails: a node that cannot be asked is told by its facts. */
    CompletableFuture<Answer> ask(MemberView member, Optional<MemberView> peer) {
        UUID node = member.node().id();
        if (!sessions.isConnected(node)) {
            return silent(member, peer, "the node's daemon is not connected");
        }
        if (!db.read(connection -> sql.able(connection, node))) {
            return silent(member, peer, "the node's daemon is of a version that gathers no evidence");
        }
        TaskRequest task = TaskRequest.newBuilder()
                .setTaskId(UUID.randomUUID().toString())
                .setDiagnose(task(member, peer))
                .build();
        return sessions.run(node, task)
                .toCompletableFuture()
                .completeOnTimeout(TaskUpdate.getDefaultInstance(), PATIENCE_SECONDS, TimeUnit.SECONDS)
                .thenApply(update -> update.hasEvidence()
                        ? new Answer(
                                FabricSide.answered(
                                        EvidenceMessages.read(update.getEvidence()), member, clock.instant()),
                                update.getEvidence().getRawList())
                        : Answer.known(FabricSide.end(
                                member,
                                peer.flatMap(Gatherer::address),
                                update.getMessage().isEmpty()
                                        ? "the node's daemon gave no answer within " + PATIENCE_SECONDS + " s"
                                        : update.getMessage(),
                                clock.instant())));
    }

    private CompletableFuture<Answer> silent(MemberView member, Optional<MemberView> peer, String why) {
        return CompletableFuture.completedFuture(
                Answer.known(FabricSide.end(member, peer.flatMap(Gatherer::address), why, clock.instant())));
    }

    private static DiagnoseTask task(MemberView member, Optional<MemberView> peer) {
        DiagnoseTask.Builder task = DiagnoseTask.newBuilder()
                .setPortGuid(member.port().guid())
                .setPkey(PKey.parseAny(member.pkey()).full())
                .setMode(member.effectiveMode())
                .setMtu(member.effectiveMtu());
        if (!member.iface().name().isEmpty()) {
            task.setInterfaceName(member.iface().name());
        }
        member.addresses().forEach(address -> task.addAddresses(address.cidr()));
        peer.ifPresent(other -> {
            task.setPeerPortGuid(other.port().guid());
            address(other).ifPresent(task::setPeer);
        });
        return task.build();
    }

    static Optional<String> address(MemberView member) {
        return member.addresses().stream()
                .map(MemberView.Address::ip)
                .min((one, other) -> Boolean.compare(one.contains(":"), other.contains(":")));
    }
}
