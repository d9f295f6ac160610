package dev.ibportal.daemon.journal;

import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A host whose changes are taken down, for parts of the daemon that keep no account of their own. */
public final class RecordedHost {
    /** Programs that only ever look. */
    private static final Set<String> LOOKS =
            Set.of("smpquery", "saquery", "sminfo", "ibnetdiscover", "iblinkinfo", "ibqueryerrors", "uname");

    private RecordedHost() {}

    public static Host of(Host host, Actions actions) {
        return new Host(
                new Commands(host.commands(), actions, host.clock()),
                host.sysfs(),
                new Files(host.files(), actions),
                host.changes(),
                host.clock());
    }

    private record Commands(CommandRunner inner, Actions actions, Clock clock) implements CommandRunner {
        @Override
        public CommandResult run(Command command) {
            Instant begun = clock.instant();
            CommandResult result = inner.run(command);
            if (!LOOKS.contains(command.program())) {
                actions.command(result, Duration.between(begun, clock.instant()));
            }
            return result;
        }

        @Override
        public Supplier<CommandResult> begin(Command command) {
            return LOOKS.contains(command.program()) ? inner.begin(command) : CommandRunner.super.begin(command);
        }

        @Override
        public boolean knows(String program) {
            return inner.knows(program);
        }
    }

    private record Files(HostFiles inner, Actions actions) implements HostFiles {
        private interface Work {
            void run() throws IOException;
        }

        private void recorded(JournalKind kind, String path, Work work) throws IOException {
            try {
                work.run();
            } catch (IOException e) {
                actions.file(kind, path, Optional.of(String.valueOf(e.getMessage())));
                throw e;
            }
            actions.file(kind, path, Optional.empty());
        }

        @Override
        public Reading<String> read(String path) {
            return inner.read(path);
        }

        @Override
        public Reading<List<String>> list(String path) {
            return inner.list(path);
        }

        @Override
        public Optional<String> oddity(String path, FileMode mode) {
            return inner.oddity(path, mode);
        }

        @Override
        public String shown(String path) {
            return inner.shown(path);
        }

        @Override
        public boolean isLink(String path) {
            return inner.isLink(path);
        }

        @Override
        public boolean isDirectory(String path) {
            return inner.isDirectory(path);
        }

        @Override
        public void write(String path, String content, FileMode mode) throws IOException {
            recorded(JournalKind.JOURNAL_KIND_FILE_WRITTEN, path, () -> inner.write(path, content, mode));
        }

        @Override
        public void append(String path, String text, FileMode mode) throws IOException {
            recorded(JournalKind.JOURNAL_KIND_FILE_WRITTEN, path, () -> inner.append(path, text, mode));
        }

        @Override
        public void delete(String path) throws IOException {
            recorded(JournalKind.JOURNAL_KIND_FILE_DELETED, path, () -> inner.delete(path));
        }
    }
}
