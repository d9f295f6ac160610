package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.EventSink;
import dev.ibportal.audit.ExportedEvent;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.seal.NumberSet;
import dev.ibportal.portal.seal.SealService;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes events from the database to a sink, some at a time, each with its number. */
@ApplicationScoped
class EventStream {
    private final AuditSql sql;
    private final Scope scope;
    private final SealService seals;

    EventStream(AuditSql sql, Scope scope, SealService seals) {
        this.sql = sql;
        this.scope = scope;
        this.seals = seals;
    }

    /** What was written. */
    static final class Written {
        private final NumberSet numbers = new NumberSet();
        private long events;
        private @Nullable Instant first;
        private @Nullable Instant last;

        private void add(ExportedEvent exported) {
            events++;
            Instant at = exported.event().at();
            first = first == null ? at : first;
            last = at;
            Long number = exported.number();
            if (number != null) {
                numbers.add(number);
            }
        }

        NumberSet numbers() {
            return numbers;
        }

        long events() {
            return events;
        }

        @Nullable
        String first() {
            return first == null ? null : first.toString();
        }

        @Nullable
        String last() {
            return last == null ? null : last.toString();
        }
    }

    /** @param head what was sealed after it is not proven by this export */
    Written write(AuditFilter filter, EventSink sink, @Nullable Seal head) throws IOException {
        long sealed = head == null ? 0 : head.lastNumber();
        Written written = new Written();
        try (Connection connection = scope.connection()) {
            sql.each(connection, filter, piece -> write(piece, sealed, sink, written));
            sink.finish();
            return written;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private void write(List<AuditRecord> piece, long until, EventSink sink, Written written) throws IOException {
        List<Optional<Long>> numbers = seals.numbersOf(piece);
        for (int i = 0; i < piece.size(); i++) {
            Long number = numbers.get(i).filter(given -> given <= until).orElse(null);
            ExportedEvent exported = new ExportedEvent(number, piece.get(i));
            sink.write(exported);
            written.add(exported);
        }
    }
}
