package dev.ibportal.portal.platform.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * Secrets that the portal hands out and keeps only the SHA-256 of: they are long and random, so a fast hash is enough.
 * A token is {@code ibp_} (a person's) or {@code ibs_} (a service account's), 32 random characters and 6 of a check sum,
 * by which typing mistakes and secret scanners know it without asking anybody.
 */
public final class Secrets {
    public static final String TOKEN_START = "ibp_";
    public static final String SERVICE_TOKEN_START = "ibs_";
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECK_LENGTH = 6;
    private static final int SHOWN_LENGTH = 10;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    public static String newToken() {
        return newToken(TOKEN_START);
    }

    public static String newServiceToken() {
        return newToken(SERVICE_TOKEN_START);
    }

    private static String newToken(String start) {
        String body = random(RANDOM_LENGTH);
        return start + body + check(body);
    }

    /** The part of a token by which people recognise it in a list. */
    public static String shown(String token) {
        return token.substring(0, SHOWN_LENGTH);
    }

    static boolean isToken(String text) {
        int end = TOKEN_START.length() + RANDOM_LENGTH;
        return (text.startsWith(TOKEN_START) || text.startsWith(SERVICE_TOKEN_START))
                && text.length() == end + CHECK_LENGTH
                && text.substring(end).equals(check(text.substring(TOKEN_START.length(), end)));
    }

    /** Random letters and digits, for session ids and one-time passwords. */
    public static String random(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(DIGITS.charAt(RANDOM.nextInt(DIGITS.length())));
        }
        return text.toString();
    }

    public static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String check(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        long rest = crc.getValue();
        StringBuilder text = new StringBuilder(CHECK_LENGTH);
        for (int i = 0; i < CHECK_LENGTH; i++) {
            text.append(DIGITS.charAt((int) (rest % DIGITS.length())));
            rest /= DIGITS.length();
        }
        return text.toString();
    }
}
