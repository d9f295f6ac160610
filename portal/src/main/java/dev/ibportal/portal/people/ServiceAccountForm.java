package dev.ibportal.portal.people;

import org.jspecify.annotations.Nullable;

/** A service account that is to be made, or changed. */
public record ServiceAccountForm(
        @Nullable String name, @Nullable String role) {}
