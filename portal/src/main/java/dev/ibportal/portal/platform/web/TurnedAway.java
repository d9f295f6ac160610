package dev.ibportal.portal.platform.web;

import io.vertx.ext.web.RoutingContext;

/** A request was refused whoever makes it: nothing shows that one of our own pages sent it. */
public record TurnedAway(RoutingContext context, String reason) {}
