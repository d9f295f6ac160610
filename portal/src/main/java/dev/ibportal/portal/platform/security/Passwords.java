package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.elytron.security.common.BcryptUtil;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Hashes passwords with argon2id. Hashes of bcrypt, which the portal made before, are still understood; a log-in replaces
 * them, and those of a lower cost than the present one.
 */
@ApplicationScoped
public class Passwords {
    private static final long PATIENCE_SECONDS = 10;

    private final Argon2Hash.Cost cost;
    private final PasswordRules rules;
    private final Argon2Hash nobodys;
    /** Each hash takes its memory and a core: a flood of log-ins must not take them all. */
    private final Semaphore seats =
            new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()), true);

    Passwords(PortalSettings settings, PasswordRules rules) {
        this.cost = new Argon2Hash.Cost(
                settings.password().memory(), settings.password().iterations());
        this.rules = rules;
        this.nobodys = Argon2Hash.of(bytes("nobody has this password"), cost);
    }

    public String hash(String field, String password) {
        return hash(field, password, List.of());
    }

    /**
     * @param context what this person's password must not be made of: names
     * @throws DomainFault.Invalid if it is too easy to guess
     */
    public String hash(String field, String password, Collection<String> context) {
        rules.check(field, normal(password), context);
        return rehash(password);
    }

    /** Of a password that was found right. */
    String rehash(String password) {
        return seated(() -> Argon2Hash.of(bytes(password), cost).text());
    }

    boolean isOutdated(String hash) {
        return Argon2Hash.parse(hash).map(Argon2Hash::cost).filter(cost::equals).isEmpty();
    }

    /** Takes the same time whether there is such a person or not. */
    boolean matches(String password, Optional<String> hash) {
        return seated(() -> {
            Optional<Argon2Hash> argon2 = hash.map(Argon2Hash::parse).orElse(Optional.of(nobodys));
            boolean matches = argon2.isPresent()
                    ? argon2.get().matches(bytes(password))
                    : BcryptUtil.matches(password, hash.orElseThrow());
            return matches && hash.isPresent();
        });
    }

    private <T> T seated(Supplier<T> work) {
        try {
            if (!seats.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new DomainFault.Unavailable("Very many people are logging in at the moment.", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DomainFault.Unavailable("The portal is ending.", e);
        }
        try {
            return work.get();
        } finally {
            seats.release();
        }
    }

    /** The same characters are the same password, however a keyboard composes them. */
    private static String normal(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFKC);
    }

    private static byte[] bytes(String password) {
        return normal(password).getBytes(StandardCharsets.UTF_8);
    }
}
