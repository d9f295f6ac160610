package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.config.WebSettings;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A portal that hears plain HTTP from a proxy, which has ended TLS. */
@QuarkusTest
@TestProfile(BehindProxyTest.WithProxy.class)
class BehindProxyTest {
    @Inject
    World world;

    public static final class WithProxy implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = WebSettings.proxied("127.0.0.1").forQuarkus();
            settings.remove("quarkus.http.host");
            settings.put("ibportal.web.behind-tls-proxy", "true");
            settings.put("ibportal.web.trusted-proxies", "127.0.0.1");
            return settings;
        }
    }

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    private static RequestSpecification proxied(String client) {
        return RestAssured.given()
                .redirects()
                .follow(false)
                .accept("text/html")
                .header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Host", "portal.example")
                .header("X-Forwarded-For", client);
    }

    private static Response logIn(String client, String password, String origin) {
        Response page = proxied(client).get("/login");
        Document form = Jsoup.parse(page.asString());
        return proxied(client)
                .cookies(page.getCookies())
                .header("Origin", origin)
                .contentType("application/x-www-form-urlencoded")
                .formParam(
                        "csrf-token",
                        form.select("form[action=/login] [name=csrf-token]").val())
                .formParam("login", "olga")
                .formParam("password", password)
                .post("/login");
    }

    @Test
    void theBrowserSeesAPortalWithHttps() {
        Response answer = logIn("203.0.113.9", World.PASSWORD, "https://portal.example");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).startsWith("https://portal.example/");
        assertThat(answer.header("Strict-Transport-Security")).isNotNull();
        assertThat(answer.cookie("__Host-ibportal_session")).isNotEmpty();
        assertThat(logIn("203.0.113.9", World.PASSWORD, "http://portal.example").statusCode())
                .isEqualTo(403);
    }

    @Test
    void theAddressIsTheOneThatTheProxyHasSeenWhateverTheClientWrote() {
        logIn("6.6.6.6, 203.0.113.9", "wrong", "https://portal.example");

        assertThat(world.strings("SELECT DISTINCT source_address FROM audit_event WHERE outcome = 'denied'"))
                .containsExactly("203.0.113.9");
        for (int i = 0; i < 5; i++) {
            logIn("6.6.6." + i + ", 203.0.113.9", "wrong", "https://portal.example");
        }
        assertThat(logIn("6.6.6.99, 203.0.113.9", World.PASSWORD, "https://portal.example")
                        .statusCode())
                .as("another invented address does not escape the limit")
                .isEqualTo(429);
        assertThat(logIn("203.0.113.10", World.PASSWORD, "https://portal.example")
                        .statusCode())
                .isEqualTo(303);
    }
}
