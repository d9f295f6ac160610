package dev.ibportal.portal.platform.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What a form has done, told on the page after it.
 *
 * @param what code of the message
 * @param name of the thing; empty when there is none, or when somebody else than this portal wrote the address: else a link
 *     could make the portal say anything
 */
record Done(String what, String name) {
    private static final String HMAC = "HmacSHA256";
    private static final byte[] KEY = new byte[32];
    private static final int MARK = 16;

    static {
        new SecureRandom().nextBytes(KEY);
    }

    static Done read(@Nullable String what, @Nullable String name, @Nullable String mark) {
        boolean own = what != null
                && name != null
                && mark != null
                && MessageDigest.isEqual(bytes(mark), bytes(mark(what, name)));
        return new Done(what == null ? "" : what, own && name != null ? name : "");
    }

    /** Parameters for the address of the page after it. */
    static String query(String what, String name) {
        return "done=" + what + "&name=" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "&mark="
                + mark(what, name);
    }

    private static String mark(String what, String name) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(KEY, HMAC));
            return HexFormat.of().formatHex(mac.doFinal(bytes(what + "\n" + name)), 0, MARK);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
