package dev.ibportal.portal.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets several callers loose at the same moment. */
public final class AtOnce {
    private static final int PATIENCE_SECONDS = 60;

    private AtOnce() {}

    /** What each of them got, in their order. */
    public static <T> List<T> call(List<? extends Callable<T>> callers) {
        CyclicBarrier barrier = new CyclicBarrier(callers.size());
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            List<Future<T>> calls = new ArrayList<>();
            for (Callable<T> caller : callers) {
                calls.add(threads.submit(() -> {
                    barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return caller.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> call : calls) {
                results.add(call.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("a caller failed", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
