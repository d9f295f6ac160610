package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKind;
import java.util.List;
import java.util.Optional;

/**
 * One kind of subnet manager: how it is told what a document says. What came of it is read from the ports' tables by
 * {@link SmRole}, whatever kind it is. Used on the role's lane only, but for {@link #index0Obstacle}.
 */
interface Manager {
    SmKind kind();

    /** What people call it. */
    String name();

    /** Why it may not be told to put a key at index 0; empty: it may. */
    Optional<String> index0Obstacle(TableReader tables);

    /** Why it could never follow this document; empty: it can. */
    default Optional<String> obstacle(SmDocument document) {
        return Optional.empty();
    }

    /** What ports would lose that somebody else's configuration gives them; empty: nothing. */
    default List<String> losses(SmDocument document) {
        return List.of();
    }

    /**
     * Begins to put a document in force that has just been taken on.
     *
     * @param text what it means as partitions.conf
     * @return why that failed for good; what is only late shows in {@link #progress}
     */
    Optional<String> put(SmDocument document, String text);

    /** Goes on with what is under way. True: the manager was told something. */
    boolean look(SmDocument applied);

    /** Looks whether the manager still has what it was given, and gives it again where not. True: it was told something. */
    boolean mend(SmDocument applied);

    /** Whether the manager has taken what was put. */
    default Progress progress() {
        return Progress.DONE;
    }

    enum Progress {
        DONE,
        /** A piece was done and there is more to do at once. */
        MORE,
        /** It would not take it; to be tried again later. */
        STUCK
    }

    Liveness liveness();

    /** Whether a sweep is known to have ended since the manager was told last. */
    boolean hasSwept();

    /** Whether a partition's service level takes effect. */
    boolean hasServiceLevels();

    /** SHA-256 of the configuration file as it lies there now, for those that have one. */
    default Optional<byte[]> configurationDigest() {
        return Optional.empty();
    }

    /** Whether the keys are set that keep others from managing the fabric; never their values. */
    List<SmKey> keys();

    /** What it says about partitions, in its own words. */
    List<String> warnings();
}
