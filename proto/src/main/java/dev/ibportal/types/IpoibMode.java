package dev.ibportal.types;

import java.util.Arrays;
import java.util.Locale;

/** Transport mode of an IPoIB interface (RFC 4391 and RFC 4755). */
public enum IpoibMode {
    DATAGRAM,
    CONNECTED;

    /** Reads {@code datagram} or {@code connected}, exactly so. */
    public static IpoibMode parse(String text) {
        return Arrays.stream(values())
                .filter(mode -> mode.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "mode.unknown",
                        "mode " + Text.quote(text) + " is neither \"datagram\" nor \"connected\"",
                        text));
    }

    /** {@code datagram} or {@code connected}: as the kernel and the configuration files spell it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
