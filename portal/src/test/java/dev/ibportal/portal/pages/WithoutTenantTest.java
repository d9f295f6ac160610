package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Somebody whose last role was taken away is told so, and can leave. */
@QuarkusTest
class WithoutTenantTest {
    @Inject
    World world;

    @Test
    void isToldAndLogsOut() {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Person bob = world.person("bob", Role.TENANT_MEMBER, tenant);
        world.operator("root")
                .api()
                .body("{\"roles\":[]}")
                .put("/api/v1/tenants/" + tenant + "/people/" + bob.id() + "/roles")
                .then()
                .statusCode(200);
        Browser browser = Browser.of("bob");

        Document page = browser.get("/");

        assertThat(page.select("main").text())
                .contains("no role", "bob", "Ask an operator")
                .doesNotContain("X-Tenant");
        assertThat(page.select("nav a[href=/partitions]"))
                .as("what leads to a refusal")
                .isEmpty();
        Response out = browser.send(page, "main form[action=/logout]", Map.of());
        assertThat(out.header("Location")).contains("/login");
    }
}
