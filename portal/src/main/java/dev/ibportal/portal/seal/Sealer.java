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
import java.util.concurrent.atomic.AtomicBoolean;

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
    private final AtomicBoolean looked = new AtomicBoolean();

    Sealer(SealerDb db, SealSql sql, SealKeyStore keys, AnchorFile anchors, Clock clock) {
        this.db = db;
        this.sql = sql;
        this.keys = keys;
        this.anchors = anchors;
        this.clock = clock;
    }

    /** Seals all there is to seal, and anchors the new head. Nothing happens when another sealer is at it. */
    public void seal() {
        SealKey key = keys.current();
        List<KeyRing.Key> known = keys.all();
        Round round = db.write(connection -> sql.lock(connection) ? blocks(connection, key, known) : Round.OF_ANOTHER);
        if (round.ours()) {
            looked.set(true);
        }
        round.head().map(Anchor::of).ifPresent(anchors::append);
    }

    private record Round(boolean ours, Optional<Seal> head) {
        static final Round OF_ANOTHER = new Round(false, Optional.empty());
    }

    private Round blocks(Connection connection, SealKey key, List<KeyRing.Key> known) throws SQLException {
        Optional<Head> head = sql.head(connection);
        String horizon = sql.horizon(connection);
        BlockMaker maker = new BlockMaker(sql, connection, key, clock, head.map(Head::seal), horizon);
        if (looked.get()) {
            sql.ended(connection, head.map(Head::horizon).orElse("0"), horizon, maker::take);
        } else {
            sql.anyEnded(connection, maker::take);
        }
        Optional<Seal> made = maker.finish();
        if (made.isPresent()) {
            sql.introduce(connection, known);
        }
        return new Round(true, made);
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
