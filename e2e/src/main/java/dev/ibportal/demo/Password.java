package dev.ibportal.demo;

import java.net.URI;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Map;
import java.util.stream.Collectors;

/** One password for everybody in the demo, made at its first start and kept in its folder. */
public final class Password {
    static final String OPERATOR = "admin";

    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int LENGTH = 16;

    private Password() {}

    public static String load(Layout layout) {
        if (!Files.exists(layout.passwordFile())) {
            PrivateFile.write(layout.passwordFile(), random() + "\n");
        }
        return PrivateFile.read(layout.passwordFile());
    }

    private static String random() {
        return new SecureRandom()
                .ints(LENGTH, 0, LETTERS.length())
                .mapToObj(i -> String.valueOf(LETTERS.charAt(i)))
                .collect(Collectors.joining());
    }

    /** Logs the operator in; at the very first start with the one-time password, which is changed at once. */
    public static Rest operator(URI portal, Layout layout, String password) {
        try {
            return Rest.logInAgain(portal, OPERATOR, password, "demo");
        } catch (Rest.Failure e) {
            if (!e.isUnauthorized()) {
                throw e;
            }
        }
        String oneTime = PrivateFile.read(layout.portalData().resolve("first-operator-password"));
        Rest.withPassword(portal, OPERATOR, oneTime)
                .put("/api/v1/me/password", Map.of("currentPassword", oneTime, "newPassword", password));
        return Rest.logInAgain(portal, OPERATOR, password, "demo");
    }
}
