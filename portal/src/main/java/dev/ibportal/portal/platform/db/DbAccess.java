package dev.ibportal.portal.platform.db;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the data store is reached.
 *
 * @param url JDBC URL without credentials
 * @param owner runs the migrations; absent rights otherwise
 */
public record DbAccess(String url, Login owner, Login app, Login fabric, Login sealer) {
    public static final String APP_ROLE = "ibportal_app";
    public static final String FABRIC_ROLE = "ibportal_fabric";
    public static final String SEALER_ROLE = "ibportal_sealer";

    public record Login(String role, String password) {
        @Override
        public String toString() {
            return role;
        }
    }

    /** What Quarkus' datasources need to know. */
    public Map<String, String> datasources() {
        Map<String, String> settings = new LinkedHashMap<>();
        put(settings, "quarkus.datasource.", app);
        put(settings, "quarkus.datasource.fabric.", fabric);
        put(settings, "quarkus.datasource.sealer.", sealer);
        return settings;
    }

    private void put(Map<String, String> settings, String prefix, Login login) {
        settings.put(prefix + "jdbc.url", url);
        settings.put(prefix + "username", login.role());
        settings.put(prefix + "password", login.password());
    }
}
