package dev.ibportal.portal.platform.security;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** An argon2id hash in its usual text form: {@code $argon2id$v=19$m=19456,t=2,p=1$salt$hash}. */
record Argon2Hash(Cost cost, String salt, String hash) {
    private static final Pattern FORM =
            Pattern.compile("\\$argon2id\\$v=19\\$m=(\\d{1,8}),t=(\\d{1,3}),p=1\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();

    /**
     * @param memory in KiB
     */
    record Cost(int memory, int iterations) {}

    static Argon2Hash of(byte[] password, Cost cost) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return new Argon2Hash(cost, ENCODER.encodeToString(salt), ENCODER.encodeToString(run(password, salt, cost)));
    }

    static Optional<Argon2Hash> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new Argon2Hash(
                        new Cost(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2))),
                        form.group(3),
                        form.group(4)))
                : Optional.empty();
    }

    boolean matches(byte[] password) {
        byte[] expected = Base64.getDecoder().decode(hash);
        return MessageDigest.isEqual(expected, run(password, Base64.getDecoder().decode(salt), cost));
    }

    String text() {
        return "$argon2id$v=19$m=" + cost.memory() + ",t=" + cost.iterations() + ",p=1$" + salt + '$' + hash;
    }

    private static byte[] run(byte[] password, byte[] salt, Cost cost) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.memory())
                .withIterations(cost.iterations())
                .withParallelism(1)
                .withSalt(salt)
                .build());
        byte[] out = new byte[HASH_BYTES];
        generator.generateBytes(password, out);
        return out;
    }
}
