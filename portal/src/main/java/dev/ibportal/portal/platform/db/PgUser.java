package dev.ibportal.portal.platform.db;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.util.List;

/**
 * PostgreSQL refuses to run as root. Where the portal is root (a container, a lab), its server runs in a user namespace
 * of its own, in which it is nobody.
 */
final class PgUser {
    private PgUser() {}

    static List<String> prefix() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return List.of();
        }
        if (!LinuxUtils.isUnshareAvailable()) {
            throw new IOException("PostgreSQL does not run as root, and the system allows no user namespace"
                    + " (unshare -U); start the portal as another user, or set ibportal.db.url");
        }
        return List.of("unshare", "-U");
    }
}
