package dev.ibportal.testing;

import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Holds a statement against many random values. The seed is fixed, so a run can be repeated; {@code -Dibportal.seed=N}
 * chooses another one, {@code random} a fresh one. A failure names the seed and the smallest value found that fails.
 */
public final class Property {
    private static final int TRIES = 1000;
    private static final int SHRINKS = 1000;

    private Property() {}

    public static <T> void forAll(Gen<T> gen, Consumer<? super T> statement) {
        forAll(TRIES, gen, statement);
    }

    public static <T> void forAll(int tries, Gen<T> gen, Consumer<? super T> statement) {
        forAll(tries, seed(), gen, statement);
    }

    static <T> void forAll(int tries, long seed, Gen<T> gen, Consumer<? super T> statement) {
        Random random = new Random(seed);
        for (int i = 0; i < tries; i++) {
            T value = gen.make(random);
            Optional<Throwable> failure = failure(statement, value);
            if (failure.isPresent()) {
                throw report(seed, i, smallest(gen, statement, new Failure<>(value, failure.get())));
            }
        }
    }

    private static long seed() {
        String seed = System.getProperty("ibportal.seed", "20260101");
        return seed.equals("random") ? System.nanoTime() : Long.parseLong(seed);
    }

    private static <T> Failure<T> smallest(Gen<T> gen, Consumer<? super T> statement, Failure<T> first) {
        Failure<T> smallest = first;
        for (int i = 0; i < SHRINKS; i++) {
            Optional<Failure<T>> smaller = gen.shrink(smallest.value)
                    .flatMap(value -> failure(statement, value).map(cause -> new Failure<T>(value, cause)).stream())
                    .findFirst();
            if (smaller.isEmpty()) {
                break;
            }
            smallest = smaller.get();
        }
        return smallest;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever the statement throws is the finding
    private static <T> Optional<Throwable> failure(Consumer<? super T> statement, T value) {
        try {
            statement.accept(value);
            return Optional.empty();
        } catch (Exception | AssertionError e) {
            return Optional.of(e);
        }
    }

    private static AssertionError report(long seed, int tried, Failure<?> failure) {
        return new AssertionError(
                "does not hold for " + failure.value + " (try " + (tried + 1) + ", -Dibportal.seed=" + seed + "): "
                        + failure.cause.getMessage(),
                failure.cause);
    }

    private record Failure<T>(T value, Throwable cause) {}
}
