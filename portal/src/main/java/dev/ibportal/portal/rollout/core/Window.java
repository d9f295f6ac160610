package dev.ibportal.portal.rollout.core;

import dev.ibportal.types.InvalidValueException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When nodes may be taken from their work: on these days from one time to another of a place, over midnight when the end is
 * not after the beginning. What was begun inside is finished, also when the window closes meanwhile.
 *
 * @param days on which it opens
 */
public record Window(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {
    private static final int WEEK = 8;

    public Window {
        days = Set.copyOf(days);
    }

    /**
     * @param days {@code mon} to {@code sun}; empty: each
     * @throws InvalidValueException when one of these is none
     */
    public static Window parse(List<String> days, String from, String to, String zone) {
        try {
            return new Window(
                    days.isEmpty()
                            ? EnumSet.allOf(DayOfWeek.class)
                            : Set.copyOf(days.stream().map(Window::day).toList()),
                    LocalTime.parse(from),
                    LocalTime.parse(to),
                    ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw (InvalidValueException) new InvalidValueException(
                            "window.syntax",
                            "a window needs times such as 22:00 and a zone such as Europe/Berlin: " + e.getMessage(),
                            from + " " + to + " " + zone)
                    .initCause(e);
        }
    }

    private static DayOfWeek day(String text) {
        return Stream.of(DayOfWeek.values())
                .filter(day -> day.name().substring(0, 3).equals(text.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "window.day", "\"" + text + "\" is no day; there are mon, tue, wed, thu, fri, sat, sun", text));
    }

    public boolean isOpen(Instant now) {
        ZonedDateTime here = now.atZone(zone);
        return isWithin(here, 0) || isWithin(here, 1);
    }

    private boolean isWithin(ZonedDateTime here, int daysAgo) {
        ZonedDateTime begin = here.toLocalDate().minusDays(daysAgo).atTime(from).atZone(zone);
        return days.contains(begin.getDayOfWeek()) && !here.isBefore(begin) && here.isBefore(end(begin));
    }

    private ZonedDateTime end(ZonedDateTime begin) {
        boolean nextDay = !to.isAfter(from);
        return begin.toLocalDate().plusDays(nextDay ? 1 : 0).atTime(to).atZone(zone);
    }

    /** When it opens next; empty: it is open. */
    public Optional<Instant> opens(Instant now) {
        if (isOpen(now)) {
            return Optional.empty();
        }
        ZonedDateTime here = now.atZone(zone);
        for (int day = 0; day < WEEK; day++) {
            ZonedDateTime begin = here.toLocalDate().plusDays(day).atTime(from).atZone(zone);
            if (days.contains(begin.getDayOfWeek()) && begin.isAfter(here)) {
                return Optional.of(begin.toInstant());
            }
        }
        throw new IllegalStateException("a window opens on one day of the week at least: " + this);
    }

    /** The days as they are parsed, in the order of the week. */
    public List<String> dayNames() {
        return days.stream()
                .sorted()
                .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
                .toList();
    }
}
