package dev.ibportal.daemon.ipoib;

import java.util.Collection;
import java.util.Map;

/** The memory of applied items. Both writes are on disk when they return. */
public interface AppliedStore {
    /** By interface id, including what an interrupted pass was about to do. */
    Map<String, Applied> all();

    /**
     * Before the first step: what is about to become ours, so that a crash in between leaves nothing ownerless, and the
     * way back.
     *
     * @param undoIfCutOff whether the next life goes back instead of finishing
     */
    void intend(Collection<Applied> claims, Undo wayBack, boolean undoIfCutOff);

    /** After the last look: what really is ours now. Ends what {@link #intend} began. */
    void settle(Map<String, Applied> all);

    /**
     * Like {@link #settle}, for a transaction that was kept and that a person may still want to take back.
     *
     * @throws java.io.UncheckedIOException when the next life would take it back, because this cannot be written down
     */
    void commit(Map<String, Applied> all, Undo wayBack);
}
