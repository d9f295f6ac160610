package dev.ibportal.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.inventory.ProtoTime;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActionJournalTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

    private final MemoryFiles state = new MemoryFiles();

    private static CommandResult failed() {
        return CommandResult.exited(
                Command.of("ip", "link", "set", "dev", "ib0", "up"), 2, "", "RTNETLINK answers: no\n");
    }

    @Test
    void anActionIsTakenDownWithAllThatBelongsToIt() {
        ActionJournal journal = ActionJournal.open(state, CLOCK);

        journal.under("abc").command(failed(), Duration.ofMillis(7));
        journal.under("abc").file(JournalKind.JOURNAL_KIND_FILE_WRITTEN, "/etc/x", Optional.empty());

        List<JournalEntry> entries = ActionJournal.open(state, CLOCK).after(0, 10);
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0).getWordsList()).containsExactly("ip", "link", "set", "dev", "ib0", "up");
        assertThat(entries.get(0).getExitCode()).isEqualTo(2);
        assertThat(ProtoTime.duration(entries.get(0).getTook())).isEqualTo(Duration.ofMillis(7));
        assertThat(entries.get(0).getPlanDigest()).isEqualTo("abc");
        assertThat(entries.get(0).getDetail()).contains("ended with status 2");
        assertThat(entries.get(1).getNumber()).isGreaterThan(entries.get(0).getNumber());
    }

    @Test
    void onlyWhatIsNewIsTold() {
        ActionJournal journal = ActionJournal.open(state, CLOCK);
        journal.under("").note(JournalKind.JOURNAL_KIND_BEGUN, "one");
        long first = journal.after(0, 10).get(0).getNumber();
        journal.under("").note(JournalKind.JOURNAL_KIND_COMMITTED, "two");

        assertThat(journal.after(first, 10)).extracting(JournalEntry::getDetail).containsExactly("two");
        assertThat(ActionJournal.open(new MemoryFiles(), CLOCK).after(first, 10))
                .isEmpty();
    }

    @Test
    void aLineThatACrashCutOffIsPassedOver() throws IOException {
        ActionJournal.open(state, CLOCK).under("").note(JournalKind.JOURNAL_KIND_BEGUN, "one");
        state.append("/actions.jsonl", "{\"number\":99,\"at\":\"2026-", FileMode.OWNER_ONLY);
        state.append("/actions.jsonl", "\n", FileMode.OWNER_ONLY);

        ActionJournal again = ActionJournal.open(state, CLOCK);
        again.under("").note(JournalKind.JOURNAL_KIND_BEGUN, "two");

        assertThat(again.after(0, 10)).extracting(JournalEntry::getDetail).containsExactly("one", "two");
    }

    @Test
    void itDoesNotGrowWithoutEnd() {
        ActionJournal journal = ActionJournal.open(state, CLOCK);
        for (int i = 0; i < 4000; i++) {
            journal.under("a".repeat(64)).note(JournalKind.JOURNAL_KIND_DRIFT, "x".repeat(300));
        }

        int bytes = state.all().values().stream()
                .mapToInt(file -> file.content().length())
                .sum();
        assertThat(bytes).isLessThan(1100 << 10);
        assertThat(journal.after(0, 10_000)).hasSizeGreaterThan(1000);
    }

    @Test
    void whatIsRememberedAndWhatIsReadFromTheFilesAreTheSame() {
        ActionJournal journal = ActionJournal.open(state, CLOCK);
        for (int i = 0; i < 500; i++) {
            journal.under("a".repeat(64)).note(JournalKind.JOURNAL_KIND_DRIFT, "number " + i);
        }

        List<JournalEntry> all = ActionJournal.open(state, CLOCK).after(0, 1000);
        assertThat(all).hasSize(500);
        for (int known = 0; known < 500; known += 7) {
            long number = all.get(known).getNumber();
            assertThat(journal.after(number, 1000))
                    .as("after the entry %d", known)
                    .isEqualTo(all.subList(known + 1, 500));
            assertThat(journal.after(number, 3)).isEqualTo(all.subList(known + 1, Math.min(500, known + 4)));
        }
    }

    @Test
    void aFullDiskStopsNothingAndThePortalIsToldAllTheSame() {
        ActionJournal journal = ActionJournal.open(state, CLOCK);
        state.failWrites(Optional.of("No space left on device"));

        journal.under("").command(failed(), Duration.ZERO);

        assertThat(journal.after(0, 10)).hasSize(1);
    }
}
