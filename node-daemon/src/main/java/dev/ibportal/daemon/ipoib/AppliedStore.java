package dev.ibportal.daemon.ipoib;

import java.util.Collection;
import java.util.Map;

/** The memory of applied items. Both writes are on disk when they return. */
public interface AppliedStore {
    /** By interface id, including what an interrupted pass was about to do. */
    Map<String, Applied> all();

    /** Before the first step: what is about to become ours, so that a crash in between leaves nothing ownerless. */
    void intend(Collection<Applied> claims);

    /** After the last look: what really is ours now. Ends what {@link #intend} began. */
    void settle(Map<String, Applied> all);
}
