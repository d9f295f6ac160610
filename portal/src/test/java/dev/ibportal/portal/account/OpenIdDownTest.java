package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.LoggedLines;
import dev.ibportal.portal.testing.World;
import dev.ibportal.testing.OpenIdProvider;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider that nobody answers for, from the start: what it vouches for waits, everything else works. */
@QuarkusTest
@TestProfile(OpenIdDownTest.Down.class)
class OpenIdDownTest {
    @Inject
    World world;

    /** The settings of a provider that has gone. */
    public static final class Down implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> config = new HashMap<>(new OpenIdPortal().getConfigOverrides());
            try (OpenIdProvider gone = new OpenIdProvider()) {
                config.put("ibportal.oidc.issuer", gone.issuer());
            }
            return config;
        }
    }

    @BeforeEach
    void oneOperator() {
        world.reset();
        world.operator("olga");
    }

    @Test
    void aTokenIsNeitherGoodNorBad() {
        String token = OpenIdPortal.PROVIDER.sign(
                OpenIdPortal.PROVIDER.access(Map.of("sub", "robot-7", "ibportal_roles", List.of("netops"))));
        try (LoggedLines log = new LoggedLines()) {
            RestAssured.given()
                    .header("Authorization", "Bearer " + token)
                    .get("/api/v1/tenants")
                    .then()
                    .statusCode(503)
                    .contentType("application/problem+json")
                    .header("Retry-After", matchesPattern("[1-9][0-9]*"))
                    .body("detail", containsString("provider cannot be reached"))
                    .body("detail", not(containsString("127.0.0.1")))
                    .body("", not(containsString("Exception")));
            assertThat(log.lines()).noneMatch(line -> line.contains("with the trace of"));
        }
        assertThat(world.count("app_user", "issuer IS NOT NULL")).isZero();
        assertThat(world.count("audit_event", "outcome = 'denied'")).isZero();
    }

    @Test
    void peopleAreToldSoAndTheLocalAccountWorks() {
        Browser browser = new Browser("en");

        var answer = browser.open("/login/oidc");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith("/login?provider=down");
        assertThat(browser.get("/login?provider=down").select("[role=alert]").text())
                .contains("Cluster SSO cannot be reached");
        browser.logIn("olga");
        assertThat(browser.open("/people").statusCode()).isEqualTo(200);
    }
}
