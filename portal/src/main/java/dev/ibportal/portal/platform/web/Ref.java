package dev.ibportal.portal.platform.web;

import java.util.UUID;

/** Another object as a view names it. */
public record Ref(UUID id, String name) {}
