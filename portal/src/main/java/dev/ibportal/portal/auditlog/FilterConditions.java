package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.web.QueryValues;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes conditions of a filter, or says what is wrong with it. */
final class FilterConditions {
    private static final List<String> OUTCOMES = List.of("success", "denied", "failed");

    private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");
    private static final Instant LATEST = EARLIEST.plus(Duration.ofDays(3_652_062));

    private static final Pattern LOCAL_TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?");

    private FilterConditions() {}

    static Where of(AuditFilter filter) {
        ZoneId zone = zone(filter.zone());
        Instant from = instant("from", filter.from(), zone, 0);
        Instant to = instant("to", filter.to(), zone, 1);
        if (from != null && to != null && !from.isBefore(to)) {
            throw new DomainFault.Invalid(
                    "to",
                    "\"" + text(filter.to()) + "\" is not after \"" + text(filter.from()) + "\", where it begins");
        }
        Where where = Where.all()
                .andIf(from, "e.at >= ?")
                .andIf(to, "e.at < ?")
                .andIf(text(filter.actor()), "lower(e.actor_name) = lower(?)")
                .andIf(text(filter.objectKind()), "e.object_kind = lower(?)")
                .andIf(text(filter.tenantName()), "lower(e.tenant_name) = lower(?)")
                .andIf(QueryValues.oneOf("outcome", filter.outcome(), OUTCOMES), "e.outcome = ?")
                .andIf(QueryValues.id("requestId", filter.requestId()), "e.request_id = ?");
        String action = text(filter.action());
        if (action != null) {
            String code = action.toLowerCase(Locale.ROOT);
            if (code.endsWith(".")) {
                where.and("starts_with(e.action, ?)", code);
            } else {
                where.and("e.action = ? OR starts_with(e.action, ?)", code, code + ".");
            }
        }
        String object = text(filter.object());
        if (object != null) {
            where.and("e.object_id = ? OR lower(e.object_name) = lower(?)", object, object);
        }
        HistoryConditions.add(where, filter.within());
        String search = text(filter.search());
        if (search != null) {
            where.and(
                    "position(lower(?) IN lower(e.object_name || ' ' || e.tenant_name || ' ' || e.actor_name)) > 0",
                    search);
        }
        return where;
    }

    private static @Nullable String text(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static ZoneId zone(@Nullable String given) {
        String text = text(given);
        try {
            return text == null ? ZoneOffset.UTC : ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new DomainFault.Invalid("zone", "\"" + text + "\" is no time zone, for example Europe/Berlin");
        }
    }

    /**
     * A day begins where the zone's clocks say so, and is as long as they make it. A time without an offset is one of the
     * zone's; of two that are the same when the clocks go back, the first.
     */
    private static @Nullable Instant instant(String field, @Nullable String given, ZoneId zone, int days) {
        String text = text(given);
        if (text == null) {
            return null;
        }
        try {
            Instant at = moment(text, zone, days);
            if (at.isBefore(EARLIEST) || at.isAfter(LATEST)) {
                throw new DomainFault.Invalid(field, "\"" + text + "\" is not of the years 1 to 9999");
            }
            return at;
        } catch (DateTimeParseException e) {
            throw new DomainFault.Invalid(
                    field,
                    "\"" + text + "\" is neither a day (2031-03-30) nor a time (2031-03-30 14:05, or with zone"
                            + " 2031-03-30T00:00:00+01:00)");
        }
    }

    private static Instant moment(String text, ZoneId zone, int days) {
        if (text.length() == "2031-03-30".length()) {
            return LocalDate.parse(text).plusDays(days).atStartOfDay(zone).toInstant();
        }
        String time = text.replace(' ', 'T');
        return LOCAL_TIME.matcher(time).matches()
                ? LocalDateTime.parse(time).atZone(zone).toInstant()
                : OffsetDateTime.parse(text).toInstant();
    }
}
