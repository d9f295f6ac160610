package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.elytron.security.common.BcryptUtil;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Hashes passwords with bcrypt, which reads 72 bytes and no more: longer ones are refused, not cut. */
@ApplicationScoped
public class Passwords {
    private static final int LEAST = 10;
    private static final int MOST_BYTES = 72;

    private final int cost;
    private final String nobodys;

    Passwords(PortalSettings settings) {
        this.cost = settings.passwordCost();
        this.nobodys = BcryptUtil.bcryptHash("nobody has this password", cost);
    }

    public String hash(String field, String password) {
        int length = password.codePointCount(0, password.length());
        if (length < LEAST) {
            throw new DomainFault.Invalid(field, "has " + length + " characters, at least " + LEAST + " are needed");
        }
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new DomainFault.Invalid(field, "has " + bytes + " bytes, at most " + MOST_BYTES + " are possible");
        }
        return BcryptUtil.bcryptHash(password, cost);
    }

    /** Takes the same time whether there is such a person or not. */
    boolean matches(String password, Optional<String> hash) {
        boolean matches = BcryptUtil.matches(password, hash.orElse(nobodys));
        return matches && hash.isPresent();
    }
}
