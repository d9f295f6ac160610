package dev.ibportal.portal.rollout;

import org.jspecify.annotations.Nullable;

/**
 * A rollout that is wanted. Nothing is done before it is started.
 *
 * @param profile id in the catalogue of drivers
 * @param selector conditions on facts of nodes; absent: every node
 * @param hook name of one that the portal's configuration has, to move work away; absent: none
 * @param evenUnknown whether also nodes of which nobody can say if the profile works there
 */
public record RolloutForm(
        @Nullable String name,
        @Nullable String profile,
        @Nullable String selector,
        @Nullable String hook,
        @Nullable Boolean evenUnknown,
        @Nullable RulesJson rules) {}
