package dev.ibportal.portal.platform.security;

/** What a request shows to prove who makes it. */
sealed interface Credential {
    record Token(String text) implements Credential {}

    record Session(String id) implements Credential {}

    record Password(String login, String password) implements Credential {}
}
