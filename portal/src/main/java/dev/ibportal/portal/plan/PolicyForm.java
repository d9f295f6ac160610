package dev.ibportal.portal.plan;

import org.jspecify.annotations.Nullable;

/** @param policy {@code repair}, {@code report_only}, or for a node null: as its tenants want it */
public record PolicyForm(@Nullable String policy) {}
