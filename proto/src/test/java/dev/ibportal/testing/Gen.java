package dev.ibportal.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Makes random values, and smaller ones out of a value that made a property fail.
 *
 * @param <T> what is made
 */
public interface Gen<T> {
    T make(RandomGenerator random);

    /** Simpler values that may fail too, the simplest first; empty when there is none. */
    default Stream<T> shrink(T value) {
        return Stream.empty();
    }

    static Gen<Integer> ints(int least, int most) {
        return new Gen<>() {
            @Override
            public Integer make(RandomGenerator random) {
                return random.nextInt(least, most + 1);
            }

            @Override
            public Stream<Integer> shrink(Integer value) {
                return Stream.of(least, least + (value - least) / 2, value - 1)
                        .filter(smaller -> smaller >= least && smaller < value)
                        .distinct();
            }
        };
    }

    static Gen<Long> longs() {
        return RandomGenerator::nextLong;
    }

    static <T> Gen<T> oneOf(List<T> values) {
        return random -> values.get(random.nextInt(values.size()));
    }

    /** Lists of {@code least} to {@code most} values; a failing list loses halves, then single values, then shrinks them. */
    static <T> Gen<List<T>> lists(Gen<T> of, int least, int most) {
        return new Gen<>() {
            @Override
            public List<T> make(RandomGenerator random) {
                return Stream.generate(() -> of.make(random))
                        .limit(random.nextInt(least, most + 1))
                        .toList();
            }

            @Override
            public Stream<List<T>> shrink(List<T> values) {
                Stream<List<T>> shorter = Stream.iterate(values.size() / 2, cut -> cut > 0, cut -> cut / 2)
                        .filter(cut -> values.size() - cut >= least)
                        .flatMap(cut -> Stream.iterate(0, at -> at + cut <= values.size(), at -> at + cut)
                                .map(at -> without(values, at, cut)));
                return Stream.concat(shorter, simpler(of, values));
            }
        };
    }

    private static <T> List<T> without(List<T> values, int from, int count) {
        List<T> rest = new ArrayList<>(values.subList(0, from));
        rest.addAll(values.subList(from + count, values.size()));
        return List.copyOf(rest);
    }

    private static <T> Stream<List<T>> simpler(Gen<T> of, List<T> values) {
        return Stream.iterate(0, i -> i < values.size(), i -> i + 1)
                .flatMap(i -> of.shrink(values.get(i)).map(smaller -> {
                    List<T> copy = new ArrayList<>(values);
                    copy.set(i, smaller);
                    return List.copyOf(copy);
                }));
    }

    /** Turns the values into others; these do not shrink any further. */
    default <R> Gen<R> map(Function<? super T, ? extends R> mapping) {
        return random -> mapping.apply(make(random));
    }
}
