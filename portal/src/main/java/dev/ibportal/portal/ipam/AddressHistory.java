package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who has an address, and who had it before. */
@ApplicationScoped
class AddressHistory {
    private final Scope scope;
    private final AddressHistorySql sql;
    private final Clock clock;

    AddressHistory(Scope scope, AddressHistorySql sql, Clock clock) {
        this.scope = scope;
        this.sql = sql;
        this.clock = clock;
    }

    /**
     * The latest first; of all partitions that have such an address, as far as the caller may see them.
     *
     * @param at only who had it at that time; absent: everybody
     */
    List<AddressHolding> of(@Nullable String address, @Nullable String at) {
        IpAddress ip = Field.required("address", address, IpAddress::parse);
        Instant when = at == null || at.isBlank() ? null : Field.read("at", at.strip(), this::time);
        return scope.read(connection -> sql.find(connection, ip, when));
    }

    private Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("time.syntax", "\"" + text + "\" is no time like " + clock.instant(), text);
        }
    }
}
