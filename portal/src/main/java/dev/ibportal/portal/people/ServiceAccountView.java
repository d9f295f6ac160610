package dev.ibportal.portal.people;

import java.time.Instant;
import java.util.UUID;

/**
 * A program that acts for a tenant.
 *
 * @param login what the audit log calls it
 * @param role what it is to the tenant; its tokens can be narrowed further
 */
public record ServiceAccountView(UUID id, String name, String login, String role, Instant createdAt, int version) {}
