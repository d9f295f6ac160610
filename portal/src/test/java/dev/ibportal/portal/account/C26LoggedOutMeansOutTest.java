package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(C26LoggedOutMeansOutTest.RenewedEverySecond.class)
class C26LoggedOutMeansOutTest {
    public static final class RenewedEverySecond implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("ibportal.session-renewal", "1s");
        }
    }

    @Inject
    World world;

    @Inject
    PortalSettings settings;

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    @Test
    void afterTheRenewalIntervalToo() {
        assertThat(settings.sessionRenewal()).isEqualTo(Duration.ofSeconds(1));
        Browser browser = Browser.of("olga");
        String old = browser.cookie(WebSessions.COOKIE);
        await().until(() -> {
            browser.get("/settings");
            return world.count("web_session", "last_seen_at >= created_at + interval '1 second'") == 1;
        });
        Document page = browser.get("/settings");
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);

        Response answer = browser.send(page, "form[action=/logout]", Map.of());

        assertThat(sessionCookies(answer))
                .singleElement()
                .asString()
                .contains("Path=/")
                .containsIgnoringCase("Max-Age=0");
        assertThat(browser.open("/").statusCode()).isEqualTo(303);
        assertThat(browser.open("/").header("Location")).contains("/login");
        browser.cookie(WebSessions.COOKIE, old);
        Response replayed = browser.open("/settings");
        assertThat(replayed.statusCode()).isEqualTo(303);
        assertThat(replayed.header("Location")).contains("/login");
        assertThat(world.strings("SELECT actor_name || ' ' || (at IS NOT NULL) FROM audit_event"
                        + " WHERE action = 'session.logout'"))
                .containsExactly("olga true");
        assertThat(world.count("web_session", "true")).isZero();
    }

    @Test
    void requestsThatWereUnderWayDoNotBringTheSessionBack() {
        Browser browser = Browser.of("olga");
        String old = browser.cookie(WebSessions.COOKIE);
        Document page = browser.get("/");
        world.execute("UPDATE web_session SET last_seen_at = now() - interval '2 seconds'");

        List<Integer> answers = AtOnce.call(callers(
                12,
                i -> i % 4 == 0
                        ? copy(browser)
                                .send(page, "form[action=/logout]", Map.of())
                                .statusCode()
                        : copy(browser).open("/settings").statusCode()));

        assertThat(answers).allMatch(status -> status == 200 || status == 303);
        browser.cookie(WebSessions.COOKIE, old);
        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
        assertThat(world.count("web_session", "true")).isZero();
        assertThat(world.count("audit_event", "action = 'session.logout'")).isEqualTo(1);
    }

    private static List<Callable<Integer>> callers(int count, IntUnaryOperator call) {
        return IntStream.range(0, count)
                .<Callable<Integer>>mapToObj(i -> () -> call.applyAsInt(i))
                .toList();
    }

    private static Browser copy(Browser browser) {
        Browser copy = new Browser("en");
        copy.cookie(WebSessions.COOKIE, browser.cookie(WebSessions.COOKIE));
        copy.cookie("csrf-token", browser.cookie("csrf-token"));
        return copy;
    }

    private static List<String> sessionCookies(Response answer) {
        return answer.headers().getValues("Set-Cookie").stream()
                .filter(cookie -> cookie.contains(WebSessions.COOKIE))
                .toList();
    }
}
