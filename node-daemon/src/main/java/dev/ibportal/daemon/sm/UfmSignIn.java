package dev.ibportal.daemon.sm;

import java.nio.file.Path;

/** How the daemon proves to UFM who it is. Secrets are in files that only their owner may read, never in a setting. */
public sealed interface UfmSignIn {
    /** Where UFM expects this way to sign in. */
    String base();

    /** A token that an administrator of UFM has made. */
    record Token(Path file) implements UfmSignIn {
        @Override
        public String base() {
            return "/ufmRestV3";
        }
    }

    record Password(String user, Path file) implements UfmSignIn {
        @Override
        public String base() {
            return "/ufmRest";
        }
    }

    /** A client certificate with its chain, and its key (PKCS #8), both in PEM. */
    record Certificate(Path chain, Path key) implements UfmSignIn {
        @Override
        public String base() {
            return "/ufmRest";
        }
    }
}
