package dev.ibportal.portal.adoption;

import org.jspecify.annotations.Nullable;

/** @param name of the interface on the node */
public record AdoptionForm(@Nullable String name) {}
