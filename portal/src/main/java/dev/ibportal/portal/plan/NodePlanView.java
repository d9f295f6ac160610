package dev.ibportal.portal.plan;

import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedItem;
import dev.ibportal.portal.session.core.ProtoTimes;
import dev.ibportal.portal.session.core.Words;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one node. Public for the templates.
 *
 * @param digest binds the plan to spec and host
 * @param refusal why the spec would be refused as a whole; empty when it would not
 * @param shared steps for several interfaces
 * @param untouched what is there, is nobody's item, and stays
 */
public record NodePlanView(
        String digest,
        long generation,
        Instant observedAt,
        String refusal,
        boolean touchesPortalWay,
        List<Action> shared,
        List<Item> items,
        List<String> untouched) {
    public NodePlanView {
        shared = List.copyOf(shared);
        items = List.copyOf(items);
        untouched = List.copyOf(untouched);
    }

    /** @param verdict {@code nothing}, {@code change} or {@code refused} */
    public record Item(
            String interfaceId,
            String name,
            String verdict,
            String cause,
            String message,
            List<Action> actions,
            List<Effect> traffic) {}

    /**
     * A command, or a file.
     *
     * @param command as a person would type it
     * @param fate of the file: {@code created}, {@code changed} or {@code deleted}
     */
    public record Action(
            @Nullable String command,
            @Nullable String file,
            @Nullable String fate,
            @Nullable String mode,
            @Nullable String diff) {
        /** Lines of the diff with a class for each. */
        public List<DiffLine> lines() {
            return diff == null ? List.of() : diff.lines().map(DiffLine::of).toList();
        }
    }

    /** @param css of a line that was added, taken away, or stands around them */
    public record DiffLine(String css, String text) {
        static DiffLine of(String line) {
            String css = line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")
                    ? "diff-head"
                    : line.startsWith("+") ? "diff-add" : line.startsWith("-") ? "diff-del" : "diff-same";
            return new DiffLine(css, line);
        }
    }

    /** @param kind {@code added}, {@code interrupted}, {@code interface-removed} and so on */
    public record Effect(String kind, String subject) {}

    public boolean isActing() {
        return !shared.isEmpty()
                || items.stream().anyMatch(item -> item.verdict().equals("change"));
    }

    /** As much of the digest as people compare. */
    public String shortDigest() {
        return digest.length() <= 12 ? digest : digest.substring(0, 12);
    }

    static NodePlanView of(NodePlan plan) {
        return new NodePlanView(
                plan.getDigest(),
                plan.getGeneration(),
                ProtoTimes.instant(plan.getObservedAt()),
                plan.getRefusal(),
                plan.getTouchesPortalWay(),
                plan.getSharedList().stream().map(NodePlanView::action).toList(),
                plan.getItemsList().stream().map(NodePlanView::item).toList(),
                plan.getUntouchedList());
    }

    private static Item item(PlannedItem item) {
        return new Item(
                item.getInterfaceId(),
                item.getName(),
                Words.of(item.getVerdict(), "PLAN_VERDICT_", '-'),
                item.getCause(),
                item.getMessage(),
                item.getActionsList().stream().map(NodePlanView::action).toList(),
                item.getTrafficList().stream()
                        .map(effect ->
                                new Effect(Words.of(effect.getKind(), "TRAFFIC_KIND_", '-'), effect.getSubject()))
                        .toList());
    }

    static Action action(PlannedAction action) {
        if (action.hasCommand()) {
            return new Action(String.join(" ", action.getCommand().getArgvList()), null, null, null, null);
        }
        return new Action(
                null,
                action.getFile().getPath(),
                Words.of(action.getFile().getFate(), "FILE_FATE_", '-'),
                action.getFile().getMode(),
                action.getFile().getDiff());
    }
}
