package dev.ibportal.portal.rollout.core;

import dev.ibportal.portal.rollout.core.NodeState.Ended;
import dev.ibportal.portal.rollout.core.NodeState.Ready;
import dev.ibportal.portal.rollout.core.NodeState.Staging;
import dev.ibportal.portal.rollout.core.NodeState.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Which nodes are next. Never more away at once than the rules say, and never two of one redundancy group. */
public final class Picker {
    /** Downloads at once: more make each slower and the mirrors angry. */
    static final int STAGING = 50;

    private Picker() {}

    /** The wave that is at it; empty: all have ended. */
    public static OptionalInt wave(List<Member> members) {
        return members.stream()
                .filter(member -> !(member.state() instanceof Ended))
                .mapToInt(Member::wave)
                .min();
    }

    /** When the wave that is at it may begin; empty: it never has to wait, being the first. */
    public static Optional<Instant> begins(List<Member> members, Rules rules) {
        int now = wave(members).orElse(0);
        return members.stream()
                .filter(member -> member.wave() < now && !(member.state() instanceof NodeState.Skipped))
                .map(Member::since)
                .max(Instant::compareTo)
                .map(last -> last.plus(rules.bake()));
    }

    /** Those whose package is to be fetched now: of this wave and the one after, whatever the window says. */
    public static List<UUID> toStage(List<Member> members) {
        OptionalInt wave = wave(members);
        long busy = members.stream()
                .filter(member -> member.state() instanceof Staging)
                .count();
        return members.stream()
                .filter(member -> member.state() instanceof Waiting && member.wave() <= wave.orElse(0) + 1)
                .limit(Math.max(0, STAGING - busy))
                .map(Member::node)
                .toList();
    }

    /**
     * Those that are to be taken from their work now.
     *
     * @param elsewhere redundancy groups of which other rollouts have a node away
     */
    public static List<UUID> toBegin(List<Member> members, Rules rules, Set<String> elsewhere, Instant now) {
        OptionalInt wave = wave(members);
        boolean open = rules.when().map(window -> window.isOpen(now)).orElse(true);
        boolean baked = begins(members, rules).map(at -> !now.isBefore(at)).orElse(true);
        return wave.isEmpty() || !open || !baked
                ? List.of()
                : choose(
                        members,
                        rules,
                        elsewhere,
                        member -> member.wave() == wave.getAsInt() && member.state() instanceof Ready);
    }

    /** Those that have the new driver and are to be taken from their work to get the former one back, at any hour. */
    public static List<UUID> toTakeBack(List<Member> members, Rules rules, Set<String> elsewhere) {
        return choose(members, rules, elsewhere, member -> member.state() instanceof NodeState.Done);
    }

    private static List<UUID> choose(
            List<Member> members, Rules rules, Set<String> elsewhere, Predicate<Member> isNext) {
        Set<String> held = new HashSet<>(elsewhere);
        int away = 0;
        for (Member member : members) {
            if (member.state().isAway()) {
                held.addAll(member.groups());
                away++;
            }
        }
        // A limit of nothing would never end.
        int limit = Math.max(1, rules.maxUnavailable().of(members.size()));
        List<UUID> chosen = new ArrayList<>();
        for (Member member : members) {
            if (isNext.test(member)
                    && away + chosen.size() < limit
                    && held.stream().noneMatch(member.groups()::contains)) {
                chosen.add(member.node());
                held.addAll(member.groups());
            }
        }
        return chosen;
    }

    /** What stands in the way of a rollout that goes on too badly. */
    public enum Verdict {
        GOES_ON,
        CANARY_FAILED,
        BUDGET_SPENT
    }

    /** @param forgiven failures that a person has looked at and accepted */
    public static Verdict judge(List<Member> members, Rules rules, int forgiven) {
        long failures =
                members.stream().filter(member -> member.state().isFailure()).count() - forgiven;
        boolean canary = members.stream()
                .anyMatch(member -> member.wave() == 0 && member.state().isFailure());
        if (canary && failures > 0) {
            return Verdict.CANARY_FAILED;
        }
        return failures > rules.failureBudget().of(members.size()) ? Verdict.BUDGET_SPENT : Verdict.GOES_ON;
    }
}
