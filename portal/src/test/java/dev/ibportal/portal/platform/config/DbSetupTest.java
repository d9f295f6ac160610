package dev.ibportal.portal.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.platform.db.DbAccess;
import dev.ibportal.portal.platform.db.EmbeddedPostgres;
import dev.ibportal.portal.platform.db.Sql;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that somebody else runs: the portal gets an address and files with passwords. */
class DbSetupTest {
    @TempDir
    Path directory;

    @Test
    void aDatabaseOfOnesOwnIsMigratedByItsOwnerAndUsedByTheOtherRoles() throws IOException, SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(directory.resolve("data"), 0, List.of())) {
            DbAccess made = server.database("elsewhere", null);
            Path owner = file("owner", made.owner().password());
            Path app = file("app", "a password");
            Path fabric = file("fabric", "another one");
            Path sealer = file("sealer", "a third one");

            DbAccess access = DbSetup.external(
                    made.url(),
                    settings(Map.of(
                            "ibportal.db.migrate", "true",
                            "ibportal.db.owner-password-file", owner.toString(),
                            "ibportal.db.app-password-file", app.toString(),
                            "ibportal.db.fabric-password-file", fabric.toString(),
                            "ibportal.db.sealer-password-file", sealer.toString())));

            assertThat(whoAmI(access.url(), access.app())).isEqualTo("ibportal_app");
            assertThat(whoAmI(access.url(), access.fabric())).isEqualTo("ibportal_fabric");
            assertThat(whoAmI(access.url(), access.sealer())).isEqualTo("ibportal_sealer");
            assertThat(access.fabric().password()).isEqualTo("another one");
        }
    }

    @Test
    void aMissingPasswordFileIsNamed() {
        assertThatThrownBy(() -> DbSetup.external("jdbc:postgresql://127.0.0.1:1/x", settings(Map.of())))
                .hasMessageContaining("ibportal.db.app-password-file")
                .hasMessageContaining("ibportal_app");
    }

    private Path file(String name, String password) throws IOException {
        return Files.writeString(directory.resolve(name), password + "\n");
    }

    private static String whoAmI(String url, DbAccess.Login login) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, login.role(), login.password())) {
            return Sql.of("SELECT current_user").single(connection, row -> row.getString(1));
        }
    }

    private static PortalSettings.Db settings(Map<String, String> values) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .withMapping(PortalSettings.class)
                .withConverter(Duration.class, 200, new DurationConverter())
                .withDefaultValues(values);
        return builder.build().getConfigMapping(PortalSettings.class).db();
    }
}
