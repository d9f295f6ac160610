package dev.ibportal.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether events can be of the time that they tell. They get it from the database, whose owner chooses what its clock and its
 * defaults say; when a block was sealed is the portal's word, and signed. What is in a block was not there yet when the
 * blocks before it were made, or its transaction was still open then.
 */
final class SealTimes {
    /** A transaction that takes longer is none of the portal's. The clocks of two machines differ by less. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private @Nullable Seal current;
    private @Nullable Instant from;

    /** @param next in the order of blocks; some may be left out between */
    void block(Seal next) {
        Seal before = current;
        // A full block may be followed by another one of the same round: what is in that was there already.
        if (before != null && before.lastNumber() - before.firstNumber() + 1 < Seal.MOST) {
            from = before.sealedAt();
        }
        current = next;
    }

    /** What cannot be in the time of an event of the present block. */
    Optional<String> fault(Instant at) {
        Seal block = current;
        Instant earliest = from;
        if (block != null && at.isAfter(block.sealedAt().plus(LONGEST))) {
            return Optional.of("says that it is of " + at + ", and was sealed before that, at " + block.sealedAt());
        }
        if (earliest != null && at.isBefore(earliest.minus(LONGEST))) {
            return Optional.of("says that it is of " + at + ", and was not there when the log was sealed later, at "
                    + earliest + ": its time was made up, or the database's clock was wrong");
        }
        return Optional.empty();
    }
}
