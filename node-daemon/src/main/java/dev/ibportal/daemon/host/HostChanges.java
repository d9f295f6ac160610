package dev.ibportal.daemon.host;

/** Tells that something may have changed on the host, so that nobody has to wait for the next periodic look. */
public interface HostChanges {
    /** Calls {@code listener}, on a thread of its own choice, after changes of links, PKey tables or port states. */
    Subscription subscribe(Runnable listener);

    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
