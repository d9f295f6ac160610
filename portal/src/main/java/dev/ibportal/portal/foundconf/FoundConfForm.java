package dev.ibportal.portal.foundconf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file to be looked at or taken over.
 *
 * @param text of the file, whole
 * @param tenant id of the one that gets its partitions
 * @param pkeys only these; absent: all that can be taken
 * @param digest of what was shown; needed to take it over
 */
public record FoundConfForm(
        @Nullable String text,
        @Nullable String tenant,
        @Nullable List<String> pkeys,
        @Nullable String digest) {}
