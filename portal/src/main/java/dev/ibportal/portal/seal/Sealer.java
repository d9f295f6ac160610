package dev.ibportal.portal.seal;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.KeyRing;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.SealerDb;
import dev.ibportal.portal.seal.SealKeyStore.SealKey;
import dev.ibportal.portal.seal.SealSql.Head;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and seals what was committed. A transaction that is still open keeps back its own events and those of all
 * younger ones, never more: nothing is passed over, whatever commits late.
 */
@Singleton
public class Sealer {
    private final SealerDb db;
    private final SealSql sql;
    private final SealKeyStore keys;
    private final AnchorFile anchors;
    private final Clock clock;
    /** All events of transactions below it have a number: learned here, for what the database says of it nobody signed. */
    private final AtomicReference<@Nullable String> done = new AtomicReference<>();

    Sealer(SealerDb db, SealSql sql, SealKeyStore keys, AnchorFile anchors, Clock clock) {
        this.db = db;
        this.sql = sql;
        this.keys = keys;
        this.anchors = anchors;
        this.clock = clock;
    }

    /** Seals all there is to seal, and anchors the new head. Nothing happens when another sealer is at it. */
    public void seal() {
        round(false);
    }

    /**
     * The same, but waits for another sealer to end.
     *
     * @return the transaction below which there is no event without number now
     */
    String sealAll() {
        return round(true).orElseThrow();
    }

    /** Where to look for events without number; the database's own word only as long as this portal has sealed nothing. */
    Optional<String> done() {
        return Optional.ofNullable(done.get());
    }

    private Optional<String> round(boolean patient) {
        SealKey key = keys.current();
        List<KeyRing.Key> known = keys.all();
        Optional<Round> round = db.write(connection ->
                sql.lock(connection, patient) ? Optional.of(blocks(connection, key, known)) : Optional.empty());
        round.ifPresent(ended -> {
            done.set(ended.horizon());
            ended.head().map(Anchor::of).ifPresent(anchors::append);
        });
        return round.map(Round::horizon);
    }

    private record Round(Optional<Seal> head, String horizon) {}

    private Round blocks(Connection connection, SealKey key, List<KeyRing.Key> known) throws SQLException {
        Optional<Seal> head = sql.head(connection).map(Head::seal);
        String horizon = sql.horizon(connection);
        BlockMaker maker = new BlockMaker(sql, connection, key, clock, head, horizon);
        String before = done.get();
        if (before != null && Long.parseUnsignedLong(before) <= Long.parseUnsignedLong(horizon)) {
            sql.ended(connection, before, horizon, maker::take);
        } else {
            sql.anyEnded(connection, maker::take);
        }
        Optional<Seal> made = maker.finish();
        if (made.isPresent()) {
            sql.introduce(connection, known);
        }
        sql.tellOfImpossible(connection);
        return new Round(made, horizon);
    }

    /** A new key signs from now on; the log tells of it, and the old key vouches for it. */
    public String rotateKey() {
        seal();
        SealKey fresh = keys.rotate();
        db.write(connection -> {
            sql.introduce(connection, keys.all());
            sql.tell(
                    connection,
                    "audit.rotate-key",
                    fresh.shown().id(),
                    "{\"endorsedBy\": \"" + fresh.shown().endorsedBy() + "\"}",
                    "the next blocks are signed by it");
            return true;
        });
        return fresh.shown().id();
    }
}
