package dev.ibportal.portal.platform.page;

import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import java.time.Duration;
import java.util.Optional;

/** Small choices of a person that a browser keeps: none of them gives any right. */
final class Cookies {
    static final String LANGUAGE = "language";
    static final String THEME = "theme";
    /** Set by the page's own script: the time zone of the browser. */
    static final String ZONE = "zone";

    private static final Duration YEAR = Duration.ofDays(365);

    private Cookies() {}

    static Optional<String> read(HttpHeaders headers, String name) {
        return Optional.ofNullable(headers.getCookies().get(name)).map(Cookie::getValue);
    }

    static NewCookie keep(String name, String value) {
        return new NewCookie.Builder(name)
                .value(value)
                .path("/")
                .maxAge((int) YEAR.toSeconds())
                .httpOnly(true)
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }
}
