package dev.ibportal.portal.platform.live;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * That something was seen to be different.
 *
 * @param tenant whose matter it is; null: of everybody who may see the thing
 * @param hidden nothing of it is to be seen by a tenant: what others do with a thing that is shared
 */
record Change(Kind kind, UUID id, @Nullable UUID tenant, boolean hidden) {
    enum Kind {
        NODE,
        FABRIC,
        PARTITION;

        /** The word for one of them in an address; with an {@code s} it means all of them. */
        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
