package dev.ibportal.portal.platform.db;

import dev.ibportal.portal.platform.config.PrivateFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Properties;

/** Passwords of the embedded PostgreSQL, made once and kept in a file that only its owner can read. */
final class PgSecrets {
    static final String SUPERUSER = "postgres";
    static final String OWNER_ROLE = "ibportal_owner";

    private final Properties passwords;

    private PgSecrets(Properties passwords) {
        this.passwords = passwords;
    }

    static PgSecrets in(Path file) throws IOException {
        Properties passwords = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                passwords.load(reader);
            }
            return new PgSecrets(passwords);
        }
        SecureRandom random = new SecureRandom();
        for (String role : List.of(SUPERUSER, OWNER_ROLE, DbAccess.APP_ROLE, DbAccess.FABRIC_ROLE)) {
            byte[] bytes = new byte[24];
            random.nextBytes(bytes);
            passwords.setProperty(role, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }
        StringWriter text = new StringWriter();
        passwords.store(text, "Passwords of the embedded PostgreSQL, by role");
        PrivateFiles.write(file, text.toString());
        return new PgSecrets(passwords);
    }

    String superuser() {
        return login(SUPERUSER).password();
    }

    DbAccess.Login owner() {
        return login(OWNER_ROLE);
    }

    DbAccess.Login app() {
        return login(DbAccess.APP_ROLE);
    }

    DbAccess.Login fabric() {
        return login(DbAccess.FABRIC_ROLE);
    }

    private DbAccess.Login login(String role) {
        String password = passwords.getProperty(role);
        if (password == null) {
            throw new IllegalStateException("the secrets of the embedded PostgreSQL lack role " + role);
        }
        return new DbAccess.Login(role, password);
    }
}
