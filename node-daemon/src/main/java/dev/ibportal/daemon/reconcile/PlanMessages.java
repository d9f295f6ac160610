package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.FileFate;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.PlanVerdict;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedCommand;
import dev.ibportal.agent.v1.PlannedFile;
import dev.ibportal.agent.v1.PlannedItem;
import dev.ibportal.daemon.inventory.ProtoTime;
import dev.ibportal.daemon.ipoib.Cause;
import dev.ibportal.daemon.ipoib.HostPlan;
import dev.ibportal.daemon.ipoib.Plan;
import dev.ibportal.daemon.ipoib.Step;
import dev.ibportal.daemon.ipoib.StepText;
import dev.ibportal.daemon.ipoib.Traffic;
import dev.ibportal.daemon.ipoib.UnifiedDiff;
import dev.ibportal.daemon.ipoib.Wish;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

/** A plan in the words of the contract. */
final class PlanMessages {
    private PlanMessages() {}

    static NodePlan of(HostPlan plan, String digest, long generation, Instant at, boolean touchesPortalWay) {
        NodePlan.Builder message = NodePlan.newBuilder()
                .setDigest(digest)
                .setGeneration(generation)
                .setObservedAt(ProtoTime.of(at))
                .addAllUntouched(plan.untouched())
                .setTouchesPortalWay(touchesPortalWay);
        plan.shared().forEach(step -> message.addShared(action(step)));
        plan.parts().forEach(part -> message.addItems(item(part, plan.moduleFirst())));
        return message.build();
    }

    static NodePlan refused(String refusal, Instant at) {
        return NodePlan.newBuilder()
                .setRefusal(refusal)
                .setObservedAt(ProtoTime.of(at))
                .build();
    }

    private static PlannedItem item(HostPlan.Part part, boolean moduleFirst) {
        PlannedItem.Builder item = PlannedItem.newBuilder()
                .setInterfaceId(part.wish().interfaceId())
                .setName(part.name())
                .addAllTraffic(Traffic.of(part));
        part.steps().forEach(step -> item.addActions(action(step)));
        Optional<Cause> refusal =
                part.plan() instanceof Plan.Refused refused ? Optional.of(refused.cause()) : Optional.empty();
        if (refusal.filter(cause -> moduleFirst && cause.code().equals("driver.module-missing"))
                .isPresent()) {
            return item.setVerdict(PlanVerdict.PLAN_VERDICT_CHANGE)
                    .setCause("driver.module-first")
                    .setMessage("ib_ipoib is loaded first; what follows is known once it is there")
                    .build();
        }
        refusal.ifPresent(cause -> item.setCause(cause.code()).setMessage(cause.message()));
        if (part.wish() instanceof Wish.Held held) {
            item.setMessage(held.reason());
        }
        boolean changes = !part.steps().isEmpty();
        return item.setVerdict(
                        refusal.isPresent()
                                ? PlanVerdict.PLAN_VERDICT_REFUSED
                                : changes ? PlanVerdict.PLAN_VERDICT_CHANGE : PlanVerdict.PLAN_VERDICT_NOTHING)
                .build();
    }

    private static PlannedAction action(Step step) {
        if (step instanceof Step.WriteFile write) {
            String before = write.before().orElse("");
            FileFate fate = write.before().isPresent() ? FileFate.FILE_FATE_CHANGED : FileFate.FILE_FATE_CREATED;
            return file(write.path(), fate, before, write.content(), permissions(write.mode()));
        } else if (step instanceof Step.DeleteFile delete) {
            return file(delete.path(), FileFate.FILE_FATE_DELETED, delete.before(), "", "");
        }
        return PlannedAction.newBuilder()
                .setCommand(PlannedCommand.newBuilder().addAllArgv(StepText.argv(step)))
                .build();
    }

    private static String permissions(dev.ibportal.daemon.host.HostFiles.FileMode mode) {
        return PosixFilePermissions.toString(mode.permissions());
    }

    private static PlannedAction file(String path, FileFate fate, String before, String after, String mode) {
        return PlannedAction.newBuilder()
                .setFile(PlannedFile.newBuilder()
                        .setPath(path)
                        .setFate(fate)
                        .setMode(mode)
                        .setDiff(UnifiedDiff.of(path, before, after)))
                .build();
    }
}
