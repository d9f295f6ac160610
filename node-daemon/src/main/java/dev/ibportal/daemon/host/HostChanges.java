package dev.ibportal.daemon.host;

import java.util.function.Consumer;

/** Tells that something may have changed on the host, so that nobody has to wait for the next periodic look. */
public interface HostChanges {
    /** Where something changed: in PKey tables and states of ports, links and addresses, or files. */
    enum Source {
        SYSFS,
        LINKS,
        FILES
    }

    /**
     * Something that changed.
     *
     * @param noticedAt {@link System#nanoTime} when the last of it was noticed: who has looked since has seen it
     */
    record Change(Source source, long noticedAt) {
        public static Change now(Source source) {
            return new Change(source, System.nanoTime());
        }
    }

    /** Calls {@code listener}, on a thread of its own choice, after changes. */
    Subscription subscribe(Consumer<Change> listener);

    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
