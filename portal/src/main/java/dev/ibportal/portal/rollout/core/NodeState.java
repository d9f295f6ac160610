package dev.ibportal.portal.rollout.core;

import java.util.Map;
import java.util.function.Function;

/** Where a node of a rollout is. */
public sealed interface NodeState {
    /** As the database and programs know it; never changed. */
    String code();

    /** Nothing was begun, or nothing that the node's work suffers from. */
    sealed interface Resting extends NodeState {}

    /** Something is going on that a daemon, a hook or time will end. */
    sealed interface Busy extends NodeState {
        /**
         * Where it goes when that went well.
         *
         * @param reboot whether what was done takes effect only after a reboot
         */
        NodeState after(boolean reboot);

        /**
         * Where it goes when that failed. Before anything was touched the node goes back to its work; after that first the
         * former driver is put back.
         *
         * @param works whether a driver is known to work there now
         */
        NodeState failed(boolean works);
    }

    /** Nothing happens any more unless somebody says so. */
    sealed interface Ended extends NodeState {}

    record Waiting() implements Resting {
        @Override
        public String code() {
            return "waiting";
        }
    }

    /** All that is to be installed is on the node. */
    record Ready() implements Resting {
        @Override
        public String code() {
            return "ready";
        }
    }

    /** What is to be installed is fetched; the node goes on with its work. */
    record Staging() implements Busy {
        @Override
        public String code() {
            return "staging";
        }

        @Override
        public NodeState after(boolean reboot) {
            return new Ready();
        }

        @Override
        public NodeState failed(boolean works) {
            return new Failed();
        }
    }

    /**
     * The node's work is being moved away.
     *
     * @param back whether to put the former driver back on a node that was done
     */
    record Draining(boolean back) implements Busy {
        @Override
        public String code() {
            return "draining";
        }

        @Override
        public NodeState after(boolean reboot) {
            return back ? new GoingBack() : new Checking();
        }

        @Override
        public NodeState failed(boolean works) {
            return new Returning(new Failed());
        }
    }

    record Checking() implements Busy {
        @Override
        public String code() {
            return "checking";
        }

        @Override
        public NodeState after(boolean reboot) {
            return new Installing();
        }

        @Override
        public NodeState failed(boolean works) {
            return new Returning(new Failed());
        }
    }

    record Installing() implements Busy {
        @Override
        public String code() {
            return "installing";
        }

        @Override
        public NodeState after(boolean reboot) {
            return reboot ? new Rebooting(false) : new Validating(false);
        }

        @Override
        public NodeState failed(boolean works) {
            return works ? new Returning(new RolledBack()) : new GoingBack();
        }
    }

    /** @param back whether to the former driver */
    record Rebooting(boolean back) implements Busy {
        @Override
        public String code() {
            return "rebooting";
        }

        @Override
        public NodeState after(boolean reboot) {
            return new Validating(back);
        }

        @Override
        public NodeState failed(boolean works) {
            return back ? new Broken() : new GoingBack();
        }
    }

    /** @param back whether to the former driver */
    record Validating(boolean back) implements Busy {
        @Override
        public String code() {
            return "validating";
        }

        @Override
        public NodeState after(boolean reboot) {
            return new Returning(back ? new RolledBack() : new Done());
        }

        @Override
        public NodeState failed(boolean works) {
            return back ? new Broken() : new GoingBack();
        }
    }

    /** The driver that worked before is put back. */
    record GoingBack() implements Busy {
        @Override
        public String code() {
            return "going-back";
        }

        @Override
        public NodeState after(boolean reboot) {
            return reboot ? new Rebooting(true) : new Validating(true);
        }

        @Override
        public NodeState failed(boolean works) {
            return works ? new Returning(new RolledBack()) : new Broken();
        }
    }

    /**
     * The node's work may come back. The driver is as it should be: that the work could not be called back is told, and is no
     * failure of the node.
     *
     * @param end how it ends then
     */
    record Returning(Ended end) implements Busy {
        @Override
        public String code() {
            return "returning";
        }

        @Override
        public NodeState after(boolean reboot) {
            return end;
        }

        @Override
        public NodeState failed(boolean works) {
            return end;
        }
    }

    record Done() implements Ended {
        @Override
        public String code() {
            return "done";
        }
    }

    /** Nothing was touched, or the former driver works: the node may do its work. */
    record Failed() implements Ended {
        @Override
        public String code() {
            return "failed";
        }
    }

    /** It failed, and nobody knows that a driver works there: the node stays away from its work until somebody looked. */
    record Broken() implements Ended {
        @Override
        public String code() {
            return "broken";
        }
    }

    record RolledBack() implements Ended {
        @Override
        public String code() {
            return "rolled-back";
        }
    }

    record Skipped() implements Ended {
        @Override
        public String code() {
            return "skipped";
        }
    }

    /** @throws IllegalArgumentException when there is no such state */
    static NodeState of(String code, String outcome) {
        Function<String, NodeState> found = Codes.BY_CODE.get(code);
        if (found == null) {
            throw new IllegalArgumentException("no state of a node is called \"" + code + "\"");
        }
        return found.apply(outcome);
    }

    /** How it will end, where that is decided already; else empty. */
    default String outcome() {
        if (this instanceof Returning returning) {
            return returning.end().code();
        }
        return isGoingBack() ? Codes.BACK : "";
    }

    /** Whether the node is not at its work, or may not be. */
    default boolean isAway() {
        if (this instanceof Busy) {
            return !(this instanceof Staging);
        }
        return this instanceof Broken;
    }

    /** Whether the former driver is being put back. */
    default boolean isGoingBack() {
        return this instanceof GoingBack
                || (this instanceof Draining draining && draining.back())
                || (this instanceof Rebooting rebooting && rebooting.back())
                || (this instanceof Validating validating && validating.back());
    }

    /** Whether it counts against the budget of failures. */
    default boolean isFailure() {
        NodeState last = this instanceof Returning returning ? returning.end() : this;
        return last instanceof Failed || last instanceof Broken || last instanceof RolledBack || isGoingBack();
    }

    /** Looks states up by their codes. */
    final class Codes {
        private static final String BACK = "rolled-back";
        private static final Map<String, Function<String, NodeState>> BY_CODE = Map.ofEntries(
                Map.entry("waiting", any -> new Waiting()),
                Map.entry("ready", any -> new Ready()),
                Map.entry("staging", any -> new Staging()),
                Map.entry("draining", outcome -> new Draining(isBack(outcome))),
                Map.entry("checking", any -> new Checking()),
                Map.entry("installing", any -> new Installing()),
                Map.entry("rebooting", outcome -> new Rebooting(isBack(outcome))),
                Map.entry("validating", outcome -> new Validating(isBack(outcome))),
                Map.entry("going-back", any -> new GoingBack()),
                Map.entry("returning", outcome -> new Returning(ended(outcome))),
                Map.entry("done", any -> new Done()),
                Map.entry("failed", any -> new Failed()),
                Map.entry("broken", any -> new Broken()),
                Map.entry("rolled-back", any -> new RolledBack()),
                Map.entry("skipped", any -> new Skipped()));

        private Codes() {}

        private static boolean isBack(String outcome) {
            return outcome.equals(BACK);
        }

        private static Ended ended(String outcome) {
            if (of(outcome, "") instanceof Ended ended) {
                return ended;
            }
            throw new IllegalArgumentException("\"" + outcome + "\" is no end of a node's way");
        }
    }
}
