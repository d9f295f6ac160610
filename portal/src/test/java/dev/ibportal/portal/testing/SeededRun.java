package dev.ibportal.portal.testing;

import java.util.Random;
import java.util.function.Consumer;

/** Random runs that can be repeated: {@code -Dibportal.seed=N} chooses the seed, and a failure names it. */
public final class SeededRun {
    private static final String SEED = "20261130";

    private SeededRun() {}

    public static void repeat(int runs, Consumer<Random> run) {
        long seed = Long.parseLong(System.getProperty("ibportal.seed", SEED));
        for (int i = 0; i < runs; i++) {
            try {
                run.accept(new Random(seed + i));
            } catch (AssertionError e) {
                throw new AssertionError("with -Dibportal.seed=" + (seed + i) + ": " + e.getMessage(), e);
            }
        }
    }
}
