package dev.ibportal.portal.diagnose;

import dev.ibportal.portal.platform.security.Actor;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The last diagnoses, in memory and for minutes, so that a file holds what was seen and not what is found later. */
final class KeptBundles {
    private static final int MOST = 24;
    private static final Duration LIFE = Duration.ofMinutes(15);

    private final Clock clock;
    private final Deque<Kept> all = new ArrayDeque<>();

    KeptBundles(Clock clock) {
        this.clock = clock;
    }

    private record Kept(Actor actor, UUID partition, Bundle bundle) {}

    synchronized void put(Actor actor, UUID partition, Bundle bundle) {
        all.addLast(new Kept(actor, partition, bundle));
        while (all.size() > MOST) {
            all.removeFirst();
        }
        all.removeIf(kept -> isOld(kept.bundle()));
    }

    private boolean isOld(Bundle bundle) {
        return bundle.at().plus(LIFE).isBefore(clock.instant());
    }

    /** Nobody gets what another person has seen. */
    synchronized Optional<Bundle> find(Actor actor, UUID partition, String diagnosis) {
        return all.stream()
                .filter(kept -> Objects.equals(kept.actor().userId(), actor.userId())
                        && kept.partition().equals(partition)
                        && kept.bundle().found().id().toString().equals(diagnosis)
                        && !isOld(kept.bundle()))
                .map(Kept::bundle)
                .findFirst();
    }
}
