package dev.ibportal.portal.platform.db;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Does for several callers at once what would else be done for one after the other under the same lock. Who comes first goes
 * at once and alone; those who come meanwhile wait, and the first of them then goes for all of them. So nobody waits for
 * company, and the more callers there are, the less each of them costs.
 *
 * @param <K> what is locked, and for whom: callers of different keys never meet
 * @param <W> what a caller wants
 * @param <R> what it gets
 */
public final class Combining<K, W, R> {
    private final int most;
    private final Work<K, W, R> work;
    private final Map<K, Deque<Ticket<W, R>>> lines = new HashMap<>();

    /** @param most callers that are served at once */
    public Combining(int most, Work<K, W, R> work) {
        this.most = most;
        this.work = work;
    }

    /** Done on the thread of one of the callers. */
    @FunctionalInterface
    public interface Work<K, W, R> {
        /** In the order of the wishes; with fewer answers than wishes, the last ones get nothing here. */
        List<R> run(K key, List<W> wishes);
    }

    /** A caller that waits for its answer, or for its turn to go for others. */
    private static final class Ticket<W, R> {
        private final W wish;
        private final CompletableFuture<Turn<W, R>> turn = new CompletableFuture<>();

        Ticket(W wish) {
            this.wish = wish;
        }
    }

    private sealed interface Turn<W, R> {
        record Answer<W, R>(Optional<R> result) implements Turn<W, R> {}

        record Go<W, R>(List<Ticket<W, R>> forAll) implements Turn<W, R> {}
    }

    /** Empty where the work failed or had nothing for this caller: it then has to see for itself, and gets its own refusal. */
    public Optional<R> call(K key, W wish) {
        Ticket<W, R> ticket = new Ticket<>(wish);
        if (isFirst(key, ticket)) {
            go(key, List.of(ticket));
        }
        Turn<W, R> turn = ticket.turn.join();
        if (turn instanceof Turn.Go<W, R> go) {
            Ticket<W, R> own = new Ticket<>(wish);
            List<Ticket<W, R>> all = new ArrayList<>(go.forAll());
            all.set(0, own);
            go(key, all);
            turn = own.turn.join();
        }
        return turn instanceof Turn.Answer<W, R> answer ? answer.result() : Optional.empty();
    }

    private synchronized boolean isFirst(K key, Ticket<W, R> ticket) {
        Deque<Ticket<W, R>> line = lines.get(key);
        if (line == null) {
            lines.put(key, new ArrayDeque<>());
            return true;
        }
        line.add(ticket);
        return false;
    }

    private void go(K key, List<Ticket<W, R>> all) {
        List<R> results = List.of();
        try {
            results = work.run(key, all.stream().map(ticket -> ticket.wish).toList());
        } finally {
            next(key);
            for (int i = 0; i < all.size(); i++) {
                Optional<R> result = i < results.size() ? Optional.of(results.get(i)) : Optional.empty();
                all.get(i).turn.complete(new Turn.Answer<>(result));
            }
        }
    }

    /** Callers that wait for their turn. */
    synchronized int waiting(K key) {
        Deque<Ticket<W, R>> line = lines.get(key);
        return line == null ? 0 : line.size();
    }

    private synchronized void next(K key) {
        Deque<Ticket<W, R>> line = lines.get(key);
        if (line == null || line.isEmpty()) {
            lines.remove(key);
            return;
        }
        List<Ticket<W, R>> batch = new ArrayList<>();
        while (batch.size() < most && !line.isEmpty()) {
            batch.add(line.remove());
        }
        batch.get(0).turn.complete(new Turn.Go<>(batch));
    }
}
