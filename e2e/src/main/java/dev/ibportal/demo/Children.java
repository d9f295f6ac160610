package dev.ibportal.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The processes of one demo. They end with it. */
final class Children {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Layout layout;
    private final Progress progress;
    private final List<Child> running = new ArrayList<>();
    private boolean stopping;

    Children(Layout layout, Progress progress) {
        this.layout = layout;
        this.progress = progress;
    }

    synchronized Child start(Child.Program program) {
        if (stopping) {
            throw new DemoException("The demo is being stopped");
        }
        Child child = Child.start(program, layout);
        running.add(child);
        return child;
    }

    synchronized boolean isStopping() {
        return stopping;
    }

    synchronized void requireAlive() {
        running.forEach(Child::requireAlive);
    }

    synchronized CompletableFuture<Child> firstEnd() {
        CompletableFuture<Child> first = new CompletableFuture<>();
        running.forEach(child -> child.ended().thenAccept(first::complete));
        return first;
    }

    /** Ctrl-C reaches the children too, perhaps before it reaches us. */
    synchronized void graceForCtrlC() {
        long end = System.nanoTime() + GRACE.toNanos();
        try {
            for (long left = GRACE.toMillis(); !stopping && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() {
        List<Child> all;
        synchronized (this) {
            stopping = true;
            notifyAll();
            all = List.copyOf(running);
        }
        if (all.isEmpty()) {
            return;
        }
        progress.step("stopping");
        all.forEach(Child::terminate);
        all.forEach(Child::stop);
        LeftOverDatabase.stop(layout);
        progress.step("stopped; the data is in " + layout.directory());
    }
}
