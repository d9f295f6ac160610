package dev.ibportal.portal.request;

import java.time.Instant;

/**
 * What somebody said of a request, oldest first.
 *
 * @param kind {@code approve}, {@code deny} or {@code comment}
 */
public record RequestNote(String kind, String by, String text, Instant at) {}
