package dev.ibportal.daemon.reconcile;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Counts everything that a daemon does to its host or writes down for itself, and at one of these steps kills it, or has
 * the step fail.
 */
final class Mortal {
    /** Stands for kill -9: nothing after it runs, no catch block of ours sees it. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    enum Blow {
        KILL_BEFORE,
        KILL_AFTER,
        FAIL,
        HANG,
        HANG_AFTER_EFFECT
    }

    private final IntPredicate hit;
    private final Blow blow;
    private final List<String> steps = new ArrayList<>();

    Mortal(IntPredicate hit, Blow blow) {
        this.hit = hit;
        this.blow = blow;
    }

    /** A life without an end, to count the steps. */
    static Mortal immortal() {
        return new Mortal(step -> false, Blow.FAIL);
    }

    /** What was done, in order. */
    List<String> steps() {
        return List.copyOf(steps);
    }

    private boolean isHit(String step) {
        steps.add(step);
        return hit.test(steps.size() - 1);
    }

    Host host(Host real) {
        return new Host(
                new Commands(real.commands()), real.sysfs(), files(real.files(), ""), real.changes(), real.clock());
    }

    /** @param what tells the daemon's own files from the host's in the list of steps */
    HostFiles files(HostFiles real, String what) {
        return new Files(real, what);
    }

    private final class Commands implements CommandRunner {
        private final CommandRunner real;

        Commands(CommandRunner real) {
            this.real = real;
        }

        @Override
        public CommandResult run(Command command) {
            boolean looks = command.argv().contains("-j")
                    || command.argv().contains("-t")
                    || command.program().equals("uname");
            if (looks || !isHit(command.toString())) {
                return real.run(command);
            }
            return switch (blow) {
                case FAIL -> CommandResult.exited(command, 2, "", "RTNETLINK answers: Device or resource busy\n");
                case HANG -> CommandResult.timedOut(command, "", "");
                case HANG_AFTER_EFFECT -> {
                    real.run(command);
                    yield CommandResult.timedOut(command, "", "");
                }
                case KILL_AFTER -> {
                    real.run(command);
                    throw new Killed();
                }
                case KILL_BEFORE -> throw new Killed();
            };
        }

        @Override
        public boolean knows(String program) {
            return real.knows(program);
        }
    }

    private final class Files implements HostFiles {
        private final HostFiles real;
        private final String what;

        Files(HostFiles real, String what) {
            this.real = real;
            this.what = what;
        }

        private interface Work {
            void run() throws IOException;
        }

        private void step(String verb, String path, Work work) throws IOException {
            if (!isHit(what + verb + " " + path)) {
                work.run();
                return;
            }
            switch (blow) {
                case FAIL -> throw new IOException(path + ": No space left on device");
                case HANG, HANG_AFTER_EFFECT -> throw new IOException(path + ": Read-only file system");
                case KILL_AFTER -> {
                    work.run();
                    throw new Killed();
                }
                case KILL_BEFORE -> throw new Killed();
            }
        }

        @Override
        public Reading<String> read(String path) {
            return real.read(path);
        }

        @Override
        public Reading<List<String>> list(String path) {
            return real.list(path);
        }

        @Override
        public Optional<String> oddity(String path, FileMode mode) {
            return real.oddity(path, mode);
        }

        @Override
        public boolean isLink(String path) {
            return real.isLink(path);
        }

        @Override
        public void write(String path, String content, FileMode mode) throws IOException {
            step("write", path, () -> real.write(path, content, mode));
        }

        @Override
        public void append(String path, String text, FileMode mode) throws IOException {
            // Taking an action down is no step of its own: the test looks at what the host is like.
            real.append(path, text, mode);
        }

        @Override
        public void delete(String path) throws IOException {
            step("delete", path, () -> real.delete(path));
        }
    }
}
