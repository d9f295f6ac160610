package dev.ibportal.portal.platform.security;

import java.sql.Connection;
import java.util.UUID;

/** Is told, in the transaction that does it, when a password that stays the same is hashed anew with a stronger algorithm. */
public interface StrongerPasswords {
    void hashedAnew(Connection connection, UUID account, String login);
}
