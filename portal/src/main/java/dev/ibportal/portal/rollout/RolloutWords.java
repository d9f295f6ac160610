package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.rollout.RolloutView.NodeLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How rollouts are told. Public for the templates. */
public final class RolloutWords {
    private final RolloutMessages messages;

    RolloutWords(Shell shell) {
        this.messages = Texts.of(RolloutMessages.class, shell.language());
    }

    public Badge state(String state) {
        return switch (state) {
            case "planned" -> Badge.plain(messages.s_planned());
            case "running" -> Badge.busy(messages.s_running());
            case "paused" -> Badge.warn(messages.s_paused());
            case "halted" -> Badge.bad(messages.s_halted());
            case "rolling-back" -> Badge.warn(messages.s_rolling_back());
            case "rolled-back" -> Badge.off(messages.s_rolled_back());
            case "aborting" -> Badge.warn(messages.s_aborting());
            case "aborted" -> Badge.off(messages.s_aborted());
            default -> Badge.good(messages.s_done());
        };
    }

    public Badge node(String state) {
        return switch (state) {
            case "waiting" -> Badge.plain(messages.n_waiting());
            case "ready" -> Badge.plain(messages.n_ready());
            case "staging" -> Badge.busy(messages.n_staging());
            case "draining" -> Badge.busy(messages.n_draining());
            case "checking" -> Badge.busy(messages.n_checking());
            case "installing" -> Badge.busy(messages.n_installing());
            case "rebooting" -> Badge.busy(messages.n_rebooting());
            case "validating" -> Badge.busy(messages.n_validating());
            case "going-back" -> Badge.warn(messages.n_going_back());
            case "returning" -> Badge.busy(messages.n_returning());
            case "done" -> Badge.good(messages.n_done());
            case "failed" -> Badge.bad(messages.n_failed());
            case "broken" -> Badge.bad(messages.n_broken());
            case "rolled-back" -> Badge.warn(messages.n_rolled_back());
            default -> Badge.off(messages.n_skipped());
        };
    }

    public String wave(int wave) {
        return wave == 0 ? messages.canary() : messages.wave(wave + 1);
    }

    /** A wave with its nodes. */
    public record Wave(int number, List<NodeLine> nodes, List<Count> counts) {
        public Wave {
            nodes = List.copyOf(nodes);
            counts = List.copyOf(counts);
        }
    }

    /** How many nodes are in a state. */
    public record Count(String state, int nodes) {}

    /** Nodes that are left out from the beginning are in none. */
    public List<Wave> waves(List<NodeLine> nodes) {
        Map<Integer, List<NodeLine>> waves = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> !isLeftOut(node))
                .forEach(node -> waves.computeIfAbsent(node.wave(), each -> new ArrayList<>())
                        .add(node));
        return waves.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(wave -> new Wave(wave.getKey(), wave.getValue(), counts(wave.getValue())))
                .toList();
    }

    private static List<Count> counts(List<NodeLine> nodes) {
        Map<String, Integer> counts =
                nodes.stream().collect(Collectors.toMap(NodeLine::state, node -> 1, Integer::sum, LinkedHashMap::new));
        return counts.entrySet().stream()
                .map(count -> new Count(count.getKey(), count.getValue()))
                .toList();
    }

    public List<NodeLine> leftOut(List<NodeLine> nodes) {
        return nodes.stream().filter(RolloutWords::isLeftOut).toList();
    }

    private static boolean isLeftOut(NodeLine node) {
        return node.state().equals("skipped");
    }

    public String order(RolloutService.Order order) {
        return switch (order) {
            case START -> messages.start();
            case PAUSE -> messages.pause();
            case RESUME -> messages.resume();
            case ABORT -> messages.abort();
            case ROLL_BACK -> messages.roll_back();
        };
    }

    /** How the button looks: the one that goes on stands out, and those that undo warn. */
    public String button(RolloutService.Order order) {
        return switch (order) {
            case START, RESUME -> "btn-primary";
            case PAUSE -> "btn-outline-secondary";
            case ABORT, ROLL_BACK -> "btn-outline-danger";
        };
    }

    /** Whether a person may leave the node out now. */
    public boolean skippable(RolloutView rollout, NodeLine node) {
        return isChangeable(rollout) && List.of("waiting", "ready").contains(node.state());
    }

    public boolean retryable(RolloutView rollout, NodeLine node) {
        return isChangeable(rollout)
                && List.of("failed", "broken", "rolled-back", "skipped").contains(node.state());
    }

    private static boolean isChangeable(RolloutView rollout) {
        return List.of("planned", "running", "paused", "halted").contains(rollout.state());
    }

    public String when(RulesJson rules) {
        RulesJson.WindowJson window = rules.window();
        if (window == null) {
            return messages.any_hour();
        }
        String days = window.days() == null || window.days().isEmpty()
                ? messages.every_day()
                : String.join(", ", window.days());
        return days + " " + window.from() + " – " + window.to() + " " + window.zone();
    }

    public String sizes(RulesJson rules) {
        return rules.waves() == null ? "" : String.join(" → ", rules.waves());
    }
}
