package dev.ibportal.portal.platform.pki;

import java.nio.file.Path;
import java.time.Clock;

/** An authority that the portal knows nothing of. */
public final class TestAuthority {
    private TestAuthority() {}

    public static CertificateAuthority in(Path directory) {
        return new CertificateAuthority(new CaStore(directory.resolve("foreign-ca")), Clock.systemUTC());
    }
}
