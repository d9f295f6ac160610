package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.types.InterfaceAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Failures of a simulated host that can be switched on and off while it runs. */
public final class SimulatedFaults {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Set<InterfaceAddress> tentative = ConcurrentHashMap.newKeySet();
    private final Set<InterfaceAddress> duplicate = ConcurrentHashMap.newKeySet();
    private volatile boolean moduleMissing;

    private record Rule(
            Predicate<Command> which, Behaviour behaviour, int exitCode, String stderr, UnaryOperator<Command> twist) {}

    private enum Behaviour {
        FAIL,
        HANG,
        HANG_AFTER_EFFECT,
        LIE,
        TWIST
    }

    /** The kernel has no ib_ipoib; one that is loaded stays. */
    public void moduleMissing(boolean missing) {
        moduleMissing = missing;
    }

    /** Duplicate detection of this address does not come to an end. */
    public void tentative(InterfaceAddress address) {
        tentative.add(address);
    }

    /** Somebody else on the fabric has this address. */
    public void duplicate(InterfaceAddress address) {
        duplicate.add(address);
    }

    boolean isTentative(InterfaceAddress address) {
        return tentative.contains(address) || duplicate.contains(address);
    }

    boolean isDuplicate(InterfaceAddress address) {
        return duplicate.contains(address);
    }

    boolean isModuleMissing() {
        return moduleMissing;
    }

    /** These commands fail and do nothing. */
    public void fail(Predicate<Command> which, int exitCode, String stderr) {
        rules.add(new Rule(which, Behaviour.FAIL, exitCode, stderr, command -> command));
    }

    /** These commands do nothing and never end; their time limit passes at once. */
    public void hang(Predicate<Command> which) {
        rules.add(new Rule(which, Behaviour.HANG, -1, "", command -> command));
    }

    /** These commands do their work and then never end. */
    public void hangAfterEffect(Predicate<Command> which) {
        rules.add(new Rule(which, Behaviour.HANG_AFTER_EFFECT, -1, "", command -> command));
    }

    /** These commands say that all went well and do nothing. */
    public void lie(Predicate<Command> which) {
        rules.add(new Rule(which, Behaviour.LIE, 0, "", command -> command));
    }

    /** Instead of these commands others are run, and nobody says so. */
    public void twist(Predicate<Command> which, UnaryOperator<Command> into) {
        rules.add(new Rule(which, Behaviour.TWIST, 0, "", into));
    }

    /** Nothing fails any more. */
    public void clear() {
        rules.clear();
        tentative.clear();
        duplicate.clear();
        moduleMissing = false;
    }

    CommandResult run(Command command, Function<Command, CommandResult> real) {
        Optional<Rule> rule =
                rules.stream().filter(r -> r.which().test(command)).findFirst();
        if (rule.isEmpty()) {
            return real.apply(command);
        }
        return switch (rule.get().behaviour()) {
            case FAIL ->
                CommandResult.exited(
                        command, rule.get().exitCode(), "", rule.get().stderr() + "\n");
            case HANG -> CommandResult.timedOut(command, "", "");
            case HANG_AFTER_EFFECT -> {
                CommandResult result = real.apply(command);
                yield CommandResult.timedOut(command, result.stdout(), result.stderr());
            }
            case LIE -> CommandResult.exited(command, 0, "", "");
            case TWIST -> real.apply(rule.get().twist().apply(command));
        };
    }
}
