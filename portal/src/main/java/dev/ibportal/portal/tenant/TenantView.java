package dev.ibportal.portal.tenant;

import java.time.Instant;
import java.util.UUID;

/** A tenant as others see it. */
public record TenantView(UUID id, String name, String description, Instant createdAt, int version) {}
