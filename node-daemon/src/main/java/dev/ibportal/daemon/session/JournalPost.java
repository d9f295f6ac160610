package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.NodeJournal;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.daemon.journal.ActionJournal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** Brings the journal of root actions to the portal, from where the portal left off. Used on the session's lane. */
final class JournalPost {
    /** Actions come in bursts; a burst is one message. */
    private static final Duration DELAY = Duration.ofSeconds(1);

    private static final int MOST = 200;
    private static final long NOT_WANTED = -1;

    private final ActionJournal journal;
    private final Predicate<SessionRequest> sender;
    private final AtomicBoolean due = new AtomicBoolean();
    private long sent = NOT_WANTED;

    /** @param sender false when the stream takes nothing now */
    JournalPost(ActionJournal journal, SharedRuntime runtime, Executor lane, Predicate<SessionRequest> sender) {
        this.journal = journal;
        this.sender = sender;
        journal.onNews(() -> {
            if (due.compareAndSet(false, true)) {
                runtime.timer().schedule(() -> lane.execute(this::send), DELAY.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
    }

    void opened(Welcome welcome) {
        sent = welcome.hasJournalNumber() ? welcome.getJournalNumber() : NOT_WANTED;
        send();
    }

    void closed() {
        sent = NOT_WANTED;
    }

    void send() {
        due.set(false);
        boolean more = sent != NOT_WANTED;
        while (more) {
            List<JournalEntry> entries = journal.after(sent, MOST);
            more = !entries.isEmpty()
                    && sender.test(SessionRequest.newBuilder()
                            .setJournal(NodeJournal.newBuilder().addAllEntries(entries))
                            .build());
            if (more) {
                sent = entries.get(entries.size() - 1).getNumber();
            }
        }
    }
}
