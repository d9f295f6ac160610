package dev.ibportal.portal.tenant;

import org.jspecify.annotations.Nullable;

/** The limits of a tenant, all of them; what is absent has no limit. */
public record QuotaForm(
        @Nullable Long partitions,
        @Nullable Long addresses,
        @Nullable Long nodes) {}
