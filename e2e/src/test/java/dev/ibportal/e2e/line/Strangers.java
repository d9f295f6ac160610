package dev.ibportal.e2e.line;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks again and again for keys, children and addresses on ports and hosts that they do not belong to. */
final class Strangers {
    private final Truth truth;
    private final Set<String> found = new ConcurrentSkipListSet<>();
    private final AtomicInteger looks = new AtomicInteger();

    Strangers(Truth truth) {
        this.truth = truth;
    }

    void look() {
        Optional<List<String>> seen = truth.strangers();
        seen.ifPresent(strangers -> {
            found.addAll(strangers);
            looks.incrementAndGet();
        });
    }

    Set<String> found() {
        return Set.copyOf(found);
    }

    /** How often database, ports and hosts have all answered. */
    int looks() {
        return looks.get();
    }
}
