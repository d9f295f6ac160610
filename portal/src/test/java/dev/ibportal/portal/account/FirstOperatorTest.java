package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.testing.World;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FirstOperatorTest {
    @Inject
    World world;

    @Inject
    FirstOperator first;

    @Inject
    PortalSettings settings;

    @Test
    void whereNobodyIsThereOneIsLetInWithAPasswordThatOnlyAFileTells() throws IOException {
        world.reset();

        first.atStart(new StartupEvent());

        Path file = settings.dataDir().resolve("first-operator-password");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String password = Files.readString(file).strip();
        RestAssured.given()
                .contentType(ContentType.JSON)
                .auth()
                .preemptive()
                .basic("admin", password)
                .body(Map.of("currentPassword", password, "newPassword", "another password"))
                .put("/api/v1/me/password")
                .then()
                .statusCode(204);
        assertThat(world.string("SELECT role FROM role_grant")).isEqualTo("operator");
        assertThat(file).as("the password in it is used up").doesNotExist();
    }

    @Test
    void theFileGoesAtTheNextStartWhenThePasswordWasChangedAtAnotherReplica() {
        world.reset();
        first.atStart(new StartupEvent());
        Path file = settings.dataDir().resolve("first-operator-password");

        first.atStart(new StartupEvent());
        assertThat(file).exists();
        world.execute("UPDATE app_user SET must_change = false");
        first.atStart(new StartupEvent());

        assertThat(file).doesNotExist();
    }

    @Test
    void whereSomebodyIsNobodyIsAdded() {
        world.reset();
        world.operator("root");

        first.atStart(new StartupEvent());

        assertThat(world.strings("SELECT login FROM app_user")).containsExactly("root");
    }
}
