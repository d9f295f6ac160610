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

    private static final List<String> ROLES =
            List.of(SUPERUSER, OWNER_ROLE, DbAccess.APP_ROLE, DbAccess.FABRIC_ROLE, DbAccess.SEALER_ROLE);

    private final Properties passwords;

    private PgSecrets(Properties passwords) {
        this.passwords = passwords;
    }

    /** Those of the file, and new ones for roles that came with a newer portal. */
    static PgSecrets in(Path file) throws IOException {
        Properties passwords = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                passwords.load(reader);
            }
        }
        if (addMissing(passwords)) {
            StringWriter text = new StringWriter();
            passwords.store(text, "Passwords of the embedded PostgreSQL, by role");
            PrivateFiles.write(file, text.toString());
        }
        return new PgSecrets(passwords);
    }

    private static boolean addMissing(Properties passwords) {
        SecureRandom random = new SecureRandom();
        boolean added = false;
        for (String role : ROLES) {
            if (passwords.getProperty(role) == null) {
                byte[] bytes = new byte[24];
                random.nextBytes(bytes);
                passwords.setProperty(
                        role, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
                added = true;
            }
        }
        return added;
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

    DbAccess.Login sealer() {
        return login(DbAccess.SEALER_ROLE);
    }

    private DbAccess.Login login(String role) {
        String password = passwords.getProperty(role);
        if (password == null) {
            throw new IllegalStateException("the secrets of the embedded PostgreSQL lack role " + role);
        }
        return new DbAccess.Login(role, password);
    }
}
