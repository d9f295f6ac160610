package dev.ibportal.portal.platform.security;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The way in for somebody whose account others guess at from the same address, so that no wait is without end. A password
 * that was refused unseen and is presented again is looked at in its turn: the one that has waited longest of those that
 * still come, one every {@link #PAUSE} for each account and place. Guesses that come later never overtake it.
 */
final class SlowLane {
    /** So many passwords are looked at beside the growing wait: 17,280 a day, and each of them was sent twice. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** Whoever has not come again for so long has given up. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(30);

    private static final int MOST_PLACES = 500;
    private static final int MOST_WAITING = 256;
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    SlowLane() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, HMAC);
    }

    private record Waiting(Instant since, Instant seen) {}

    private static final class Lane {
        private final Map<String, Waiting> waiting = new LinkedHashMap<>();
        private Instant free;
        private Instant seen;

        private Lane(Instant now) {
            free = now.plus(PAUSE);
            seen = now;
        }
    }

    /** Whether this password may be looked at now, although its account has to wait at this place. */
    synchronized boolean admits(String place, String password, Instant now) {
        lanes.values().removeIf(lane -> lane.seen.isBefore(now.minus(GIVEN_UP)));
        Lane lane = lanes.get(place);
        if (lane == null) {
            if (lanes.size() >= MOST_PLACES) {
                return false;
            }
            lane = new Lane(now);
            lanes.put(place, lane);
        }
        lane.seen = now;
        lane.waiting.values().removeIf(other -> other.seen().isBefore(now.minus(GIVEN_UP)));
        return admits(lane, told(place, password), now);
    }

    private static boolean admits(Lane lane, String told, Instant now) {
        Waiting own = lane.waiting.get(told);
        if (own == null) {
            if (lane.waiting.size() < MOST_WAITING) {
                lane.waiting.put(told, new Waiting(now, now));
            }
            return false;
        }
        lane.waiting.put(told, new Waiting(own.since(), now));
        boolean others = lane.waiting.values().stream()
                .anyMatch(other -> other.since().isBefore(own.since())
                        && !other.seen().isBefore(now.minus(PAUSE).minusSeconds(1)));
        if (others || now.isBefore(lane.free)) {
            return false;
        }
        lane.free = now.plus(PAUSE);
        lane.waiting.remove(told);
        return true;
    }

    /** Passwords are not kept, and what is kept tells nobody else anything. */
    private String told(String place, String password) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal((place + '\n' + password).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }
}
