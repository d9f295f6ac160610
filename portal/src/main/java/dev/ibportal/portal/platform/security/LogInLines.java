package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets tries for the same account from the same place look at the password one after the other, so that a burst of wrong
 * ones meets the wait that the first of them have earned, while right ones only take their turn. A network has so many
 * people in all its lines at most: each holds a thread.
 */
final class LogInLines {
    private static final int MOST_OF_A_NETWORK = 100;
    private static final long PATIENCE_SECONDS = 10;

    private final Map<String, Line> lines = new ConcurrentHashMap<>();
    private final Map<String, Integer> networks = new ConcurrentHashMap<>();

    private record Line(Semaphore turn, int people) {
        Line oneMore() {
            return new Line(turn, people + 1);
        }
    }

    /** Somebody's turn, until it is closed. */
    final class Turn implements AutoCloseable {
        private final String line;
        private final String network;

        private Turn(String line, String network) {
            this.line = line;
            this.network = network;
        }

        @Override
        public void close() {
            Line held = lines.get(line);
            if (held != null) {
                held.turn.release();
            }
            leave(line, network);
        }
    }

    Turn enter(String line, String network) {
        if (networks.merge(network, 1, Integer::sum) > MOST_OF_A_NETWORK) {
            leave(network);
            throw tooMany();
        }
        Line joined = lines.compute(
                line, (name, there) -> there == null ? new Line(new Semaphore(1, true), 1) : there.oneMore());
        if (!hasTurn(joined)) {
            leave(line, network);
            throw tooMany();
        }
        return new Turn(line, network);
    }

    private static boolean hasTurn(Line joined) {
        try {
            return joined.turn.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void leave(String line, String network) {
        lines.computeIfPresent(
                line, (name, there) -> there.people == 1 ? null : new Line(there.turn, there.people - 1));
        leave(network);
    }

    private void leave(String network) {
        networks.computeIfPresent(network, (name, people) -> people == 1 ? null : people - 1);
    }

    private static DomainFault tooMany() {
        return new DomainFault.TooMany("Very many log-ins come from your network at once. Try again in 1 s.", 1);
    }
}
