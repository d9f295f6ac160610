package dev.ibportal.portal.tenant;

import org.jspecify.annotations.Nullable;

/** What people say of a tenant. */
public record TenantForm(@Nullable String name, @Nullable String description) {}
