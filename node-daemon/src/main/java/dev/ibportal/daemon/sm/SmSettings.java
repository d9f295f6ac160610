package dev.ibportal.daemon.sm;

import java.time.Duration;

/**
 * Where OpenSM keeps its things on this host, and how patient we are with it.
 *
 * @param optionsFile what OpenSM read at its start; it says whether keys may be put at index 0
 * @param settleLimit a change is waited for this long; a sweep of a large fabric takes up to a minute
 * @param watchEvery liveness, file and ports that have not followed yet are looked at this often
 * @param parallelQueries smpquery runs at most this often at a time
 */
public record SmSettings(
        String partitionsFile,
        String pidFile,
        String optionsFile,
        Duration settleLimit,
        Duration watchEvery,
        int parallelQueries) {
    public static final String USUAL_OPTIONS_FILE = "/etc/opensm/opensm.conf";

    public static SmSettings usual(String partitionsFile, String pidFile, String optionsFile) {
        return new SmSettings(partitionsFile, pidFile, optionsFile, Duration.ofSeconds(60), Duration.ofSeconds(10), 4);
    }

    SmPace pace() {
        return new SmPace(settleLimit, watchEvery, parallelQueries, SmPace.USUAL_SURVEY);
    }
}
