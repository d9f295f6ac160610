package dev.ibportal.portal.reconcile.sm;

import java.util.UUID;

/** The subnet manager of a fabric: the node whose daemon looks after it. */
public record SmTarget(UUID fabric, UUID node) {}
