package dev.ibportal.daemon.sm;

import java.time.Duration;

/**
 * Where OpenSM keeps its things on this host, and how patient we are with it.
 *
 * @param settleLimit a change is waited for this long; a sweep of a large fabric takes up to a minute
 * @param watchEvery liveness, file and ports that have not followed yet are looked at this often
 * @param parallelQueries smpquery runs at most this often at a time
 */
public record SmSettings(
        String partitionsFile, String pidFile, Duration settleLimit, Duration watchEvery, int parallelQueries) {
    public static SmSettings usual(String partitionsFile, String pidFile) {
        return new SmSettings(partitionsFile, pidFile, Duration.ofSeconds(60), Duration.ofSeconds(10), 4);
    }
}
