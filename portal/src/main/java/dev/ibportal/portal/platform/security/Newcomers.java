package dev.ibportal.portal.platform.security;

import java.sql.Connection;
import java.util.UUID;

/** Told of each account that was made because a provider vouched for somebody new, in the transaction that makes it. */
public interface Newcomers {
    void joined(Connection connection, UUID account, String login, String issuer);
}
