package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.LogIn;
import dev.ibportal.portal.platform.security.Place;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LogInLimitsTest {
    private static final String EVIL = "198.51.100.7";
    private static final String HOME = "203.0.113.9";

    @Inject
    World world;

    @Inject
    LogIn people;

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    private String attempt(String login, String password, String address, @Nullable String browser) {
        try {
            return people.check(login, password, new Place(address, browser)).login();
        } catch (DomainFault.TooMany fault) {
            return "wait " + Objects.requireNonNull(fault.problem().facts().get("retryAfterSeconds"));
        } catch (DomainFault.Unauthenticated fault) {
            return "wrong";
        }
    }

    @Test
    void theWaitGrowsTwofoldUpToItsLongest() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("olga", "wrong", EVIL, null)).isEqualTo("wrong");
        }
        for (String wait : new String[] {"wait 1", "wait 2", "wait 4", "wait 8"}) {
            assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo(wait);
            world.execute("UPDATE log_in_failure SET last_at = last_at - interval '10 seconds'");
            assertThat(attempt("olga", "wrong", EVIL, null)).isEqualTo("wrong");
        }
        world.execute("UPDATE log_in_failure SET failures = 40");

        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo("wait 300");
    }

    @Test
    void triesThatWereRefusedDoNotMakeTheWaitLonger() {
        world.execute("UPDATE log_in_failure SET failures = 1");
        for (int i = 0; i < 5; i++) {
            attempt("olga", "wrong", EVIL, null);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(attempt("olga", "wrong", EVIL, null)).isEqualTo("wait 1");
        }
    }

    @Test
    void nobodyKeepsSomebodyElseOut() {
        Browser known = Browser.of("olga");
        for (int i = 0; i < 200; i++) {
            attempt("olga", "wrong", "198.51.100." + i, null);
            attempt("olga", "wrong", EVIL, null);
        }
        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).startsWith("wait");

        assertThat(attempt("olga", World.PASSWORD, HOME, null))
                .as("from elsewhere")
                .isEqualTo("olga");
        assertThat(attempt("olga", World.PASSWORD, EVIL, known.cookie("ibportal_browser")))
                .as("from behind the same address, in a browser known to the portal")
                .isEqualTo("olga");
        assertThat(attempt("olga", World.PASSWORD, EVIL, "made-up")).startsWith("wait");
    }

    @Test
    void aBrowserKnownForOnePersonIsNoneForAnother() {
        Browser known = Browser.of("olga");
        world.operator("omar");
        for (int i = 0; i < 5; i++) {
            attempt("omar", "wrong", EVIL, known.cookie("ibportal_browser"));
        }

        assertThat(attempt("omar", World.PASSWORD, EVIL, known.cookie("ibportal_browser")))
                .startsWith("wait");
    }

    @Test
    void aKnownBrowserHasALimitToo() {
        String browser = Browser.of("olga").cookie("ibportal_browser");
        for (int i = 0; i < 10; i++) {
            assertThat(attempt("olga", "wrong", HOME, browser)).isEqualTo("wrong");
        }

        assertThat(attempt("olga", World.PASSWORD, HOME, browser)).isEqualTo("wait 1");
    }

    @Test
    void oneAddressDoesNotTryManyAccounts() {
        for (int i = 0; i < 50; i++) {
            assertThat(attempt("person" + i, "wrong", EVIL, null)).isEqualTo("wrong");
        }

        assertThat(attempt("person99", "wrong", EVIL, null)).isEqualTo("wait 1");
        assertThat(attempt("person99", "wrong", HOME, null)).isEqualTo("wrong");
    }

    @Test
    void theAddressesOfOneIpv6NetworkAreOne() {
        for (int i = 0; i < 5; i++) {
            attempt("olga", "wrong", "2001:db8:1:2::" + i, null);
        }

        assertThat(attempt("olga", World.PASSWORD, "2001:db8:1:2:aa:bb:cc:dd", null))
                .startsWith("wait");
        assertThat(attempt("olga", World.PASSWORD, "2001:db8:1:3::1", null)).isEqualTo("olga");
    }

    @Test
    void aBurstGetsNoMoreThanOneAfterTheOther() {
        List<String> answers = AtOnce.call(IntStream.range(0, 30)
                .<Callable<String>>mapToObj(i -> () -> attempt("olga", "wrong", EVIL, null))
                .toList());

        assertThat(answers.stream().filter("wrong"::equals).count()).isLessThanOrEqualTo(6);
    }

    @Test
    void anUnknownNameIsAnsweredLikeAWrongPassword() {
        Response wrong = post("olga");
        Response unknown = post("nobody-of-that-name");

        assertThat(unknown.statusCode()).isEqualTo(wrong.statusCode()).isEqualTo(401);
        assertThat(plain(unknown)).isEqualTo(plain(wrong));
        for (int i = 0; i < 6; i++) {
            post("olga");
            post("nobody-of-that-name");
        }
        assertThat(post("nobody-of-that-name").statusCode())
                .isEqualTo(post("olga").statusCode())
                .isEqualTo(429);
    }

    private static Response post(String login) {
        Browser browser = new Browser("en");
        return browser.send(browser.get("/login"), "form[action=/login]", Map.of("login", login, "password", "wrong"));
    }

    private static String plain(Response answer) {
        return Browser.parse(answer).select("main").text();
    }

    @Test
    void whatWasTypedIsKeptNowhere() {
        attempt("my password in the wrong field", "wrong", EVIL, null);

        assertThat(world.strings("SELECT f::text FROM log_in_failure f")).noneMatch(row -> row.contains("password"));
        assertThat(world.strings("SELECT e::text FROM audit_event e")).noneMatch(row -> row.contains("wrong field"));
    }
}
