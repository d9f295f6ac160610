package dev.ibportal.portal.node;

import org.jspecify.annotations.Nullable;

/** What can be changed of a node, whole. Its roles are in its certificate: another role is another node. */
public record NodeChange(@Nullable String name) {}
