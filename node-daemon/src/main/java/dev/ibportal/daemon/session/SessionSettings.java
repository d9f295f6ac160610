package dev.ibportal.daemon.session;

import java.time.Duration;

/**
 * Times of a session and of the work behind it.
 *
 * @param reconnectSpread the first dial after a lost session is drawn from zero to this
 * @param reconnectCap no ordinary wait between two dials is longer
 * @param resync a complete look at the host and a complete status at least this often
 * @param inventory a full inventory at least this often, besides one after each change
 * @param renewalCheck how often the certificate's age is looked at
 */
public record SessionSettings(
        Duration reconnectSpread, Duration reconnectCap, Duration resync, Duration inventory, Duration renewalCheck) {
    public static final SessionSettings USUAL = new SessionSettings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1));

    /** Parts of larger reports; the portal takes 4 MiB. */
    static final int PART_BYTES = 1 << 20;

    /** Transport limit for what the portal sends. */
    static final int INBOUND_BYTES = 8 << 20;

    static final Duration HEARTBEAT = Duration.ofSeconds(20);
    static final Duration WELCOME_LIMIT = Duration.ofSeconds(30);
    static final Duration GOODBYE_LIMIT = Duration.ofSeconds(2);

    public SessionSettings withReconnectSpread(Duration spread) {
        return new SessionSettings(spread, reconnectCap, resync, inventory, renewalCheck);
    }
}
