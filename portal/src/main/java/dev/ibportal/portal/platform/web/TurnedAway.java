package dev.ibportal.portal.platform.web;

import io.vertx.ext.web.RoutingContext;

/** A request was refused before anybody asked who makes it. */
public record TurnedAway(RoutingContext context, String reason) {}
