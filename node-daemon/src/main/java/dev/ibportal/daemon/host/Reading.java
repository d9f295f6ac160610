package dev.ibportal.daemon.host;

import java.util.Optional;
import java.util.function.Function;

/**
 * What came of looking at something: a value, the certainty that it is not there, or no answer. The last two are kept
 * apart because "cannot be read" is never a reason to change the host.
 *
 * @param <T> what is read
 */
public sealed interface Reading<T> {
    record Known<T>(T value) implements Reading<T> {}

    record Missing<T>() implements Reading<T> {}

    /** @param reason plain words, naming what was looked at */
    record Unreadable<T>(String reason) implements Reading<T> {}

    static <T> Reading<T> known(T value) {
        return new Known<>(value);
    }

    static <T> Reading<T> missing() {
        return new Missing<>();
    }

    static <T> Reading<T> unreadable(String reason) {
        return new Unreadable<>(reason);
    }

    /** The value; empty when it is missing or unreadable alike, so only for things that decide nothing. */
    default Optional<T> found() {
        return this instanceof Known<T> known ? Optional.of(known.value()) : Optional.empty();
    }

    /** Why it could not be read; empty for a value and for what is certainly not there. */
    default Optional<String> trouble() {
        return this instanceof Unreadable<T> unreadable ? Optional.of(unreadable.reason()) : Optional.empty();
    }

    default boolean isMissing() {
        return this instanceof Missing<T>;
    }

    default <R> Reading<R> map(Function<? super T, ? extends R> mapping) {
        if (this instanceof Known<T> known) {
            return known(mapping.apply(known.value()));
        }
        return this instanceof Unreadable<T> unreadable ? unreadable(unreadable.reason()) : missing();
    }

    /** Like {@link #map}, for a mapping that may itself find the value unreadable. */
    default <R> Reading<R> flatMap(Function<? super T, Reading<R>> mapping) {
        if (this instanceof Known<T> known) {
            return mapping.apply(known.value());
        }
        return this instanceof Unreadable<T> unreadable ? unreadable(unreadable.reason()) : missing();
    }
}
