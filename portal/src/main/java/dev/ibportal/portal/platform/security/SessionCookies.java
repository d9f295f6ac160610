package dev.ibportal.portal.platform.security;

import jakarta.ws.rs.core.NewCookie;
import java.time.Instant;
import java.util.Date;

/**
 * The cookies of a log-in. Over HTTPS their names begin with {@code __Host-}, so that a browser takes them from nobody but
 * this very host, over HTTPS, for all paths: a neighbour in the same domain cannot plant one.
 */
public final class SessionCookies {
    private static final String HOST = "__Host-";
    private static final String BROWSER = "ibportal_browser";

    private SessionCookies() {}

    public static String session(boolean secure) {
        return secure ? HOST + WebSessions.COOKIE : WebSessions.COOKIE;
    }

    public static String browser(boolean secure) {
        return secure ? HOST + BROWSER : BROWSER;
    }

    /** Ends with the browser, or earlier. */
    public static NewCookie begin(String id, boolean secure) {
        return cookie(session(secure), id, secure).build();
    }

    public static NewCookie end(boolean secure) {
        return cookie(session(secure), "", secure)
                .maxAge(0)
                .expiry(Date.from(Instant.EPOCH))
                .build();
    }

    public static NewCookie known(String browser, boolean secure) {
        return cookie(browser(secure), browser, secure)
                .maxAge((int) KnownBrowsers.LIFE.toSeconds())
                .build();
    }

    private static NewCookie.Builder cookie(String name, String value, boolean secure) {
        return new NewCookie.Builder(name)
                .value(value)
                .path("/")
                .httpOnly(true)
                .secure(secure)
                .sameSite(NewCookie.SameSite.LAX);
    }
}
