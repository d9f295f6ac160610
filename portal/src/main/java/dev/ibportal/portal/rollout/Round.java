package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.Hook.Progress;
import dev.ibportal.portal.rollout.HookRounds.Answer;
import dev.ibportal.portal.rollout.HookRounds.Answers;
import dev.ibportal.portal.rollout.WorkSql.Job;
import dev.ibportal.portal.rollout.WorkSql.Move;
import dev.ibportal.portal.rollout.WorkSql.Said;
import dev.ibportal.portal.rollout.WorkSql.Work;
import dev.ibportal.portal.rollout.core.Machine;
import dev.ibportal.portal.rollout.core.Machine.Step;
import dev.ibportal.portal.rollout.core.Member;
import dev.ibportal.portal.rollout.core.NodeState;
import dev.ibportal.portal.rollout.core.NodeState.Busy;
import dev.ibportal.portal.rollout.core.NodeState.Draining;
import dev.ibportal.portal.rollout.core.NodeState.Ended;
import dev.ibportal.portal.rollout.core.NodeState.Resting;
import dev.ibportal.portal.rollout.core.NodeState.Returning;
import dev.ibportal.portal.rollout.core.NodeState.Skipped;
import dev.ibportal.portal.rollout.core.NodeState.Staging;
import dev.ibportal.portal.rollout.core.Picker;
import dev.ibportal.portal.rollout.core.Rules;
import dev.ibportal.portal.rollout.core.Seen;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at a rollout: what each node does next, whether it still goes well, and who is next. Changes nothing itself. */
final class Round {
    /** States in which a node is away from its work. */
    static final Set<String> AWAY = Set.of(
            "draining", "checking", "installing", "rebooting", "validating", "going-back", "returning", "broken");

    private final RolloutSql.Row row;
    private final Rules rules;
    private final Map<UUID, Work> nodes;
    private final Answers answers;
    private final Set<String> elsewhere;
    private final Instant now;
    private final Map<UUID, Move> moves = new LinkedHashMap<>();
    private final List<Said> said = new ArrayList<>();
    private @Nullable NewState state;

    Round(RolloutSql.Row row, Rules rules, List<Work> nodes, Answers answers, Set<String> elsewhere, Instant now) {
        this.row = row;
        this.rules = rules;
        this.nodes = nodes.stream()
                .collect(Collectors.toMap(Work::node, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        this.answers = answers;
        this.elsewhere = Set.copyOf(elsewhere);
        this.now = now;
    }

    record NewState(String to, String reason) {}

    /**
     * @param moved whether there may be more to do at once
     * @param asked whether daemons were asked for something
     * @param busy whether something goes on whose end somebody else will tell
     */
    record Outcome(boolean moved, boolean asked, boolean busy, boolean over) {
        static final Outcome OVER = new Outcome(false, false, false, true);
    }

    void look() {
        nodes.values().forEach(this::goOn);
        judge();
        switch (current()) {
            case "running" -> begin();
            case "rolling-back" -> takeBack();
            case "aborting" -> abort();
            default -> {
                // paused, halted or over: what is under way ends, and nothing new begins
            }
        }
        end();
    }

    private String current() {
        return state == null ? row.state() : state.to();
    }

    private void turn(String to, String reason) {
        state = new NewState(to, reason);
        said.add(new Said(null, reason.isEmpty() ? "rollout " + to : "rollout " + to + ": " + reason));
    }

    private void goOn(Work node) {
        if (node.state() instanceof Busy busy) {
            Optional<Step> step = Machine.next(busy, seen(node, busy));
            step.ifPresent(next -> move(node, next.to(), next.reason()));
            if (step.isEmpty()) {
                noteDrained(node);
            }
        }
    }

    /** Whether somebody else has drained it is kept before we drain it. */
    private void noteDrained(Work node) {
        Answer answer = answers.byNode().get(node.node());
        if (answer != null && node.wasDrained() == null && node.state() instanceof Draining && isFor(answer, node)) {
            moves.put(node.node(), new Move(node.node(), node.state(), null, node.attempt(), null, answer.drained()));
        }
    }

    private static boolean isFor(Answer answer, Work node) {
        return answer.asked().state().equals(node.state()) && answer.asked().attempt() == node.attempt();
    }

    private Seen seen(Work node, Busy busy) {
        Seen told = busy instanceof Draining || busy instanceof Returning ? byHook(node) : byDaemon(node, busy);
        if (told instanceof Seen.Running && isOverdue(node)) {
            return new Seen.TimedOut(overdue(node));
        }
        return told;
    }

    private boolean isOverdue(Work node) {
        return node.member().since().plus(rules.limit(node.state())).isBefore(now);
    }

    private String overdue(Work node) {
        Answer answer = answers.byNode().get(node.node());
        String blocker = (answer != null && answer.progress() instanceof Progress.Going going) ? going.blocker() : "";
        String silence = node.online() ? "" : "; " + node.silence();
        return node.state().code() + " did not end within "
                + rules.limit(node.state()).toMinutes() + " minutes"
                + (blocker.isEmpty() ? "" : "; in the way: " + blocker) + silence;
    }

    private Seen byHook(Work node) {
        Answer answer = answers.byNode().get(node.node());
        if (answer == null || !isFor(answer, node)) {
            return new Seen.Running();
        }
        return answer.progress().seen();
    }

    private static Seen byDaemon(Work node, Busy busy) {
        Job job = node.job();
        if (job == null) {
            return new Seen.Running();
        }
        return switch (job.state()) {
            case "succeeded" -> new Seen.Succeeded(job.reboot());
            case "failed" -> new Seen.Failed(job.message(), job.works());
            default ->
                (busy instanceof Staging && !node.online()) ? new Seen.Unreachable(node.silence()) : new Seen.Running();
        };
    }

    private void move(Work node, NodeState to, String reason) {
        boolean daemon = to instanceof Busy && !(to instanceof Draining) && !(to instanceof Returning);
        UUID job = daemon ? job(node, to) : null;
        // The first reason is the one that counts: what came of it is the state.
        String kept = reason.isEmpty() ? null : node.reason().isEmpty() ? reason : node.reason() + "; then " + reason;
        moves.put(
                node.node(),
                new Move(node.node(), to, kept, node.attempt(), job, to instanceof Draining ? null : orFalse(node)));
        said.add(new Said(node.node(), to.code() + (reason.isEmpty() ? "" : ": " + reason)));
    }

    private static @Nullable Boolean orFalse(Work node) {
        boolean first = node.state() instanceof Draining && node.wasDrained() == null;
        return first ? Boolean.FALSE : node.wasDrained();
    }

    /** The same step of the same attempt has the same id on every portal and at any time. */
    private UUID job(Work node, NodeState to) {
        String step = row.id() + " " + node.node() + " " + node.attempt() + " " + to.code() + " " + to.outcome();
        return UUID.nameUUIDFromBytes(step.getBytes(StandardCharsets.UTF_8));
    }

    private List<Member> members() {
        return nodes.values().stream().map(this::moved).toList();
    }

    private Member moved(Work node) {
        Move move = moves.get(node.node());
        return move == null
                ? node.member()
                : new Member(node.node(), node.member().wave(), node.member().groups(), move.to(), now);
    }

    private void judge() {
        if (!row.state().equals("running") && !row.state().equals("paused")) {
            return;
        }
        List<Member> members = members();
        switch (Picker.judge(members, rules, row.forgiven())) {
            case CANARY_FAILED ->
                turn(
                        "rolling-back",
                        "a node of the first wave failed: " + failed(members) + "; what is done goes back");
            case BUDGET_SPENT ->
                turn(
                        "halted",
                        "more nodes failed than " + rules.failureBudget() + ", which is what the rules allow: "
                                + failed(members));
            case GOES_ON -> {
                // nothing to say
            }
        }
    }

    private String failed(List<Member> members) {
        return members.stream()
                .filter(member -> member.state().isFailure())
                .map(member -> name(member.node()))
                .limit(10)
                .collect(Collectors.joining(", "));
    }

    private String name(UUID node) {
        Work work = nodes.get(node);
        return work == null ? node.toString() : work.name();
    }

    private void begin() {
        List<Member> members = members();
        Picker.toStage(members).forEach(node -> {
            Work work = work(node);
            move(work, work.online() ? new Staging() : new Skipped(), work.online() ? "" : work.silence());
        });
        Picker.toBegin(members(), rules, elsewhere, now).forEach(node -> {
            if (!moves.containsKey(node)) {
                Work work = work(node);
                move(work, work.online() ? new Draining(false) : new Skipped(), work.online() ? "" : work.silence());
            }
        });
    }

    private Work work(UUID node) {
        Work work = nodes.get(node);
        if (work == null) {
            throw new IllegalStateException("the planner chose a node that is not in the rollout: " + node);
        }
        return work;
    }

    private void takeBack() {
        stopWaiting("the rollout goes back");
        Picker.toTakeBack(members(), rules, elsewhere).forEach(node -> {
            if (!moves.containsKey(node)) {
                move(work(node), new Draining(true), "the rollout goes back");
            }
        });
    }

    private void abort() {
        stopWaiting("the rollout was aborted");
    }

    private void stopWaiting(String why) {
        nodes.values().stream()
                .filter(node -> moved(node).state() instanceof Resting)
                .forEach(node -> move(node, new Skipped(), why));
    }

    private void end() {
        boolean ended = members().stream().allMatch(member -> member.state() instanceof Ended);
        if (!ended) {
            return;
        }
        switch (current()) {
            case "running", "paused", "halted" -> {
                if (!current().equals("halted")) {
                    turn("done", "");
                }
            }
            case "aborting" -> turn("aborted", row.reason());
            case "rolling-back" -> {
                if (members().stream().noneMatch(member -> member.state() instanceof NodeState.Done)) {
                    turn("rolled-back", state == null ? row.reason() : state.reason());
                }
            }
            default -> {
                // it was over before
            }
        }
    }

    List<Move> moves() {
        return List.copyOf(moves.values());
    }

    List<Said> said() {
        return List.copyOf(said);
    }

    Optional<NewState> newState() {
        return Optional.ofNullable(state);
    }

    Map<UUID, String> names() {
        return nodes.values().stream().collect(Collectors.toMap(Work::node, Work::name));
    }

    Outcome outcome() {
        return new Outcome(
                !moves.isEmpty() || state != null,
                moves.values().stream().anyMatch(move -> move.job() != null),
                members().stream().anyMatch(member -> member.state() instanceof Busy),
                Set.of("done", "aborted", "rolled-back").contains(current()));
    }
}
