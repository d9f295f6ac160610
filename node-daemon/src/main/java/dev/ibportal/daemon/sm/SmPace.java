package dev.ibportal.daemon.sm;

import java.time.Duration;

/**
 * How patient the daemon is with a subnet manager.
 *
 * @param settleLimit a change is waited for this long; a sweep of a large fabric takes up to a minute
 * @param watchEvery liveness, configuration and ports that have not followed yet are looked at this often
 * @param parallelQueries smpquery runs at most this often at a time
 * @param surveyEvery the whole fabric is looked at this often
 */
public record SmPace(Duration settleLimit, Duration watchEvery, int parallelQueries, Duration surveyEvery) {
    static final Duration USUAL_SURVEY = Duration.ofMinutes(5);
}
