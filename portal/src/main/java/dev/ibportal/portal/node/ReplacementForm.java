package dev.ibportal.portal.node;

import org.jspecify.annotations.Nullable;

/**
 * A proposal that somebody accepts, as it was shown.
 *
 * @param from GUID of the port whose card is gone for good
 * @param to GUID of the port that took its place
 */
public record ReplacementForm(
        @Nullable String from, @Nullable String to) {}
