package dev.ibportal.types;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an operator carries from the portal to a new node, once: {@code ibportal1.<CA fingerprint>.<secret>}. The
 * fingerprint is the SHA-256 of the DER form of the portal's CA certificate. A daemon trusts a portal for enrolment
 * only if the presented chain leads to, and contains, that very certificate; so there is no trust on first use.
 *
 * @param caFingerprint 64 lower-case hex digits
 * @param secret 32 random bytes in unpadded URL-safe Base64 (43 characters); all that the portal knows the token by
 */
public record EnrolmentToken(String caFingerprint, String secret) {
    private static final String PREFIX = "ibportal1";
    private static final Pattern FORM = Pattern.compile(PREFIX + "\\.([0-9a-f]{64})\\.([A-Za-z0-9_-]{43})");

    /** @throws InvalidValueException if one of the two is not of its form */
    public EnrolmentToken {
        if (!FORM.matcher(PREFIX + "." + caFingerprint + "." + secret).matches()) {
            throw malformed();
        }
    }

    /**
     * Reads the token with blanks and line ends around it.
     *
     * @throws InvalidValueException if it is not of that form; the message does not repeat it, because it is a secret
     */
    public static EnrolmentToken parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw malformed();
        }
        return new EnrolmentToken(matcher.group(1), matcher.group(2));
    }

    private static InvalidValueException malformed() {
        return new InvalidValueException(
                "enrolment-token.syntax",
                "this is not an enrolment token: " + PREFIX + ".<64 hex digits>.<43 characters> expected,"
                        + " as the portal printed it, on one line",
                "");
    }

    /** The whole text, as the portal prints it and the daemon sends it back. */
    public String text() {
        return PREFIX + "." + caFingerprint + "." + secret;
    }

    /** Names the CA only: this is written to logs. */
    @Override
    public String toString() {
        return PREFIX + "." + caFingerprint + ".(secret)";
    }
}
