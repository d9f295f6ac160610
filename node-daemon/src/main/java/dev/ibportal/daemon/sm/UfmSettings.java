package dev.ibportal.daemon.sm;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How UFM is reached.
 *
 * @param address https, host and perhaps port
 * @param authorities certificates in PEM that UFM's own must lead to; empty: those of the Java runtime
 * @param compareEvery its partitions are compared with what it was given this often when nothing changes
 * @param answerLimit one call is waited for this long
 */
public record UfmSettings(
        URI address,
        UfmSignIn signIn,
        Optional<Path> authorities,
        SmPace pace,
        Duration compareEvery,
        Duration answerLimit) {
    /** UFM's sweeps begin some time after it was told, so more patience than with OpenSM. */
    private static final SmPace PACE =
            new SmPace(Duration.ofSeconds(120), Duration.ofSeconds(10), 4, SmPace.USUAL_SURVEY);

    public static UfmSettings usual(URI address, UfmSignIn signIn, Optional<Path> authorities) {
        return new UfmSettings(address, signIn, authorities, PACE, Duration.ofSeconds(60), Duration.ofSeconds(30));
    }
}
