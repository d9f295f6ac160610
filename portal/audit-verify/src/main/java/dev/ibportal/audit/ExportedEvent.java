package dev.ibportal.audit;

import org.jspecify.annotations.Nullable;

/**
 * An event in an export.
 *
 * @param number its place in the log; none while it is not sealed
 */
public record ExportedEvent(@Nullable Long number, AuditRecord event) {}
