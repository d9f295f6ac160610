package dev.ibportal.portal.node;

import org.jspecify.annotations.Nullable;

/**
 * That a node is dead.
 *
 * @param confirm the node's name, typed once more
 */
public record DeathForm(@Nullable String confirm) {}
