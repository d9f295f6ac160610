package dev.ibportal.portal.seal;

import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.Hashing;
import dev.ibportal.audit.Merkle;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.seal.SealKeyStore.SealKey;
import dev.ibportal.portal.seal.SealSql.Numbered;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts events into blocks, in one transaction. */
final class BlockMaker {
    private final SealSql sql;
    private final Connection connection;
    private final SealKey key;
    private final Clock clock;
    private final String horizon;
    private final Hashing hashing = new Hashing();
    private final List<Numbered> numbers = new ArrayList<>();
    private final List<byte[]> leaves = new ArrayList<>();
    private @Nullable Seal last;
    private SealSql.@Nullable Last tail;
    private boolean made;

    BlockMaker(SealSql sql, Connection connection, SealKey key, Clock clock, Optional<Seal> head, String horizon) {
        this.sql = sql;
        this.connection = connection;
        this.key = key;
        this.clock = clock;
        this.last = head.orElse(null);
        this.horizon = horizon;
    }

    void take(AuditRecord event) throws SQLException {
        // Not the head's: should somebody have cut seals off, the log goes on, and a check says what is missing.
        SealSql.Last before = tail == null ? sql.last(connection) : tail;
        long number = before.number() + 1;
        byte[] digest = hashing.event(event);
        byte[] leaf = hashing.leaf(number, digest);
        byte[] linked = hashing.link(before.link(), leaf);
        leaves.add(leaf);
        numbers.add(new Numbered(number, event, digest, linked));
        tail = new SealSql.Last(number, linked);
        if (numbers.size() == Seal.MOST) {
            close();
        }
    }

    /** The last block that was made; nothing if there was no event. */
    Optional<Seal> finish() throws SQLException {
        if (!numbers.isEmpty()) {
            close();
        }
        return made ? Optional.ofNullable(last) : Optional.empty();
    }

    private void close() throws SQLException {
        Seal before = last;
        Seal open = Seal.open(
                before == null ? 1 : before.block() + 1,
                numbers.get(0).number(),
                numbers.get(numbers.size() - 1).number(),
                before == null ? Seal.nothing() : before.hash(),
                Merkle.root(hashing, leaves),
                clock.instant().truncatedTo(ChronoUnit.MICROS),
                key.shown().id());
        Seal seal = open.signed(key.sign(open.hash()));
        sql.number(connection, numbers);
        sql.seal(connection, seal, horizon);
        numbers.clear();
        leaves.clear();
        last = seal;
        made = true;
    }
}
