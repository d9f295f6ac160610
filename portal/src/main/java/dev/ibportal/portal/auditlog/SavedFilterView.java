package dev.ibportal.portal.auditlog;

import java.time.Instant;
import java.util.UUID;

/** A view of the log that a person has kept: the query of the page's address. */
public record SavedFilterView(UUID id, String name, String query, Instant createdAt) {
    public String href() {
        return "/audit" + (query.isEmpty() ? "" : "?" + query);
    }
}
