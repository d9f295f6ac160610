package dev.ibportal.portal.platform.security;

/** What a request shows to prove who makes it. */
sealed interface Credential {
    record Token(String text) implements Credential {}

    /**
     * @param byPerson false when the page asks by itself: that does not keep a session alive that nobody uses
     */
    record Session(String id, boolean byPerson) implements Credential {}

    record Password(String login, String password) implements Credential {}
}
