package dev.ibportal.daemon.journal;

import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.ProtoTime;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's record of everything done as root: one JSON line for each action, in {@code actions.jsonl} of the state
 * directory, bounded by a second file that holds the older half.
 */
public final class ActionJournal {
    private static final Logger LOG = LoggerFactory.getLogger(ActionJournal.class);
    private static final String FILE = "/actions.jsonl";
    private static final String OLDER = "/actions.older.jsonl";

    /** Of each of the two files. */
    private static final int LIMIT_BYTES = 512 << 10;

    private static final int MICROS = 1_000_000;

    /** Entries of some passes: what the portal takes as it comes is not read from the files again. */
    private static final int RECENT = 64;

    private final HostFiles state;
    private final Clock clock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Deque<JournalEntry> recent = new ArrayDeque<>();

    /** The last number that is in the files only. */
    private long lastForgotten;

    private long last;
    private long size;

    private ActionJournal(HostFiles state, Clock clock, long last, long size) {
        this.state = state;
        this.clock = clock;
        this.last = last;
        this.lastForgotten = last;
        this.size = size;
    }

    /** Goes on after what an earlier life wrote; a line that a crash cut off is passed over. */
    public static ActionJournal open(HostFiles state, Clock clock) {
        String text = state.read(FILE).found().orElse("");
        List<JournalEntry> known = EntryJson.parse(text);
        if (known.isEmpty()) {
            known = EntryJson.parse(state.read(OLDER).found().orElse(""));
        }
        long last = known.isEmpty() ? 0 : known.get(known.size() - 1).getNumber();
        return new ActionJournal(state, clock, last, text.length());
    }

    /** Is called after entries were added, on the thread that added them. */
    public void onNews(Runnable listener) {
        listeners.add(listener);
    }

    /** Entries after this number, oldest first, at most so many. */
    public synchronized List<JournalEntry> after(long number, int most) {
        Stream<JournalEntry> known = number >= lastForgotten
                ? recent.stream()
                : Stream.of(OLDER, FILE)
                        .flatMap(
                                file -> EntryJson.parse(state.read(file).found().orElse("")).stream());
        return known.filter(entry -> entry.getNumber() > number).limit(most).toList();
    }

    /** Where work under this plan is taken down. */
    public Actions under(String planDigest) {
        return new Actions() {
            @Override
            public void command(CommandResult result, Duration took) {
                JournalEntry.Builder entry = entry(JournalKind.JOURNAL_KIND_COMMAND, planDigest)
                        .addAllWords(result.command().argv())
                        .setTook(ProtoTime.of(took))
                        .setDetail(result.succeeded() ? "" : result.describe());
                if (result.outcome() == CommandResult.Outcome.EXITED) {
                    entry.setExitCode(result.exitCode());
                }
                add(entry);
            }

            @Override
            public void file(JournalKind kind, String path, Optional<String> failure) {
                add(entry(kind, planDigest).addWords(path).setDetail(failure.orElse("")));
            }

            @Override
            public void note(JournalKind kind, String detail) {
                add(entry(kind, planDigest).setDetail(detail));
            }
        };
    }

    private JournalEntry.Builder entry(JournalKind kind, String planDigest) {
        return JournalEntry.newBuilder()
                .setAt(ProtoTime.of(clock.instant()))
                .setKind(kind)
                .setPlanDigest(planDigest);
    }

    private void add(JournalEntry.Builder entry) {
        synchronized (this) {
            Instant now = clock.instant();
            // Also larger than any number of a state directory that was lost.
            last = Math.max(last + 1, now.getEpochSecond() * MICROS + now.getNano() / 1000);
            JournalEntry added = entry.setNumber(last).build();
            append(EntryJson.print(added));
            remember(added);
        }
        listeners.forEach(Runnable::run);
    }

    private void remember(JournalEntry added) {
        recent.addLast(added);
        if (recent.size() > RECENT) {
            lastForgotten = recent.removeFirst().getNumber();
        }
    }

    /** A full disk must not keep anybody from putting a host back in order, so this trouble is only logged. */
    private void append(String line) {
        try {
            if (size + line.length() > LIMIT_BYTES) {
                state.write(OLDER, state.read(FILE).found().orElse(""), FileMode.OWNER_ONLY);
                state.delete(FILE);
                size = 0;
            }
            state.append(FILE, line, FileMode.OWNER_ONLY);
            size += line.length();
        } catch (IOException e) {
            LOG.error(
                    "an action could not be written to the journal in state.dir: {}: {}", e.getMessage(), line.strip());
        }
    }
}
