package dev.ibportal.portal.platform.web;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a list.
 *
 * @param next cursor of the piece after this one; absent at the end
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }

    public <R> Page<R> map(Function<? super T, ? extends R> mapping) {
        return new Page<>(items.stream().<R>map(mapping).toList(), next);
    }
}
