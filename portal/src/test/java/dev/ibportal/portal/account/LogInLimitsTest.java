package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.LogIn;
import dev.ibportal.portal.platform.security.Place;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** One try at that second: 0 when it was let through, else how long to wait. */
    private int at(int second) {
        String key = "decode(repeat('ab', 32), 'hex'), timestamptz '2026-01-01 00:00Z' + ? * interval '1 second'";
        int wait = Integer.parseInt(world.string("SELECT log_in_wait(" + key + ", 5, 300, 600)", second));
        if (wait == 0) {
            world.string("SELECT log_in_failed(" + key + ", 600)::text", second);
        }
        return wait;
    }

    /** Many wrong ones, the last of them just now, however slow this machine is. */
    private void wrongAllTheTime() {
        world.execute("UPDATE log_in_failure SET failures = 90, last_at = now()");
    }

    @Test
    void theWaitGrowsTwofoldUpToItsLongestAndIsForgotten() {
        for (int i = 0; i < 5; i++) {
            assertThat(at(0)).isZero();
        }
        int second = 0;
        for (int wait : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            assertThat(at(second)).isEqualTo(wait);
            assertThat(at(second + wait - 1)).isEqualTo(1);
            second += wait;
            assertThat(at(second)).as("after %d s", wait).isZero();
        }
        assertThat(at(second + 4 * 3600)).as("hours later").isZero();
        assertThat(at(second + 4 * 3600)).isZero();
    }

    @Test
    void triesThatWereRefusedDoNotMakeTheWaitLonger() {
        for (int i = 0; i < 5; i++) {
            at(0);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(at(0)).isEqualTo(1);
        }
        assertThat(at(1)).isZero();
    }

    @Test
    void nobodyKeepsSomebodyElseOut() {
        Browser known = Browser.of("olga");
        for (int i = 0; i < 200; i++) {
            attempt("olga", "wrong", "198.51.100." + i, null);
            attempt("olga", "wrong", EVIL, null);
        }
        wrongAllTheTime();
        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).startsWith("wait");

        assertThat(attempt("olga", World.PASSWORD, HOME, null))
                .as("from elsewhere")
                .isEqualTo("olga");
        assertThat(attempt("olga", World.PASSWORD, EVIL, known.cookie("ibportal_browser")))
                .as("from behind the same address, in a browser known to the portal")
                .isEqualTo("olga");
        assertThat(attempt("olga", World.PASSWORD, EVIL, "made-up")).startsWith("wait");
    }

    /** The first log-in ever in a browser at an address from which somebody guesses at this account without end. */
    @Test
    void theRightPasswordComesInAfterAWhileWhateverOthersDo() {
        for (int i = 0; i < 6; i++) {
            attempt("olga", "wrong " + i, EVIL, null);
        }
        wrongAllTheTime();
        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo("wait 5");

        AtomicInteger guess = new AtomicInteger();
        LineTestBase.soon()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    assertThat(attempt("olga", "guess " + guess.incrementAndGet(), EVIL, null))
                            .startsWith("wait");
                    assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo("olga");
                });
    }

    @Test
    void aBrowserKnownForOnePersonIsNoneForAnother() {
        Browser known = Browser.of("olga");
        world.operator("omar");
        for (int i = 0; i < 5; i++) {
            attempt("omar", "wrong", EVIL, known.cookie("ibportal_browser"));
        }
        wrongAllTheTime();

        assertThat(attempt("omar", World.PASSWORD, EVIL, known.cookie("ibportal_browser")))
                .startsWith("wait");
    }

    @Test
    void aKnownBrowserHasALimitToo() {
        String browser = Browser.of("olga").cookie("ibportal_browser");
        for (int i = 0; i < 10; i++) {
            assertThat(attempt("olga", "wrong", HOME, browser)).isEqualTo("wrong");
        }

        wrongAllTheTime();
        assertThat(attempt("olga", World.PASSWORD, HOME, browser)).startsWith("wait");
    }

    @Test
    void oneAddressDoesNotTryManyAccounts() {
        for (int i = 0; i < 50; i++) {
            assertThat(attempt("person" + i, "wrong", EVIL, null)).isEqualTo("wrong");
        }

        wrongAllTheTime();
        assertThat(attempt("person99", "wrong", EVIL, null))
                .as("one try for each account")
                .isEqualTo("wrong");
        assertThat(attempt("person99", "wrong", EVIL, null)).startsWith("wait");
        assertThat(attempt("person99", "wrong", HOME, null)).isEqualTo("wrong");
        assertThat(attempt("person99", "wrong", HOME, null)).isEqualTo("wrong");
    }

    @Test
    void theAddressesOfOneIpv6NetworkAreOne() {
        for (int i = 0; i < 5; i++) {
            attempt("olga", "wrong", "2001:db8:1:2::" + i, null);
        }
        wrongAllTheTime();

        assertThat(attempt("olga", World.PASSWORD, "2001:db8:1:2:aa:bb:cc:dd", null))
                .startsWith("wait");
        assertThat(attempt("olga", World.PASSWORD, "2001:db8:1:3::1", null)).isEqualTo("olga");
    }

    @Test
    void aBurstGetsNoMoreThanOneAfterTheOther() {
        List<String> answers = AtOnce.call(IntStream.range(0, 30)
                .<Callable<String>>mapToObj(i -> () -> attempt("olga", "wrong", EVIL, null))
                .toList());

        assertThat(answers.stream().filter("wrong"::equals).count()).isLessThanOrEqualTo(9);
    }

    @Test
    void rightPasswordsAtOnceAreAllLetIn() {
        List<String> answers = AtOnce.call(IntStream.range(0, 40)
                .<Callable<String>>mapToObj(i -> () -> attempt("olga", World.PASSWORD, HOME, null))
                .toList());

        assertThat(answers).hasSize(40).containsOnly("olga");
        assertThat(world.count("log_in_failure", "true")).isZero();
    }

    @Test
    void aRightPasswordIsNotRefusedBecauseOthersAtTheAddressAreWrong() {
        for (int i = 0; i < 60; i++) {
            attempt("person" + i, "wrong", EVIL, null);
        }
        wrongAllTheTime();

        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo("olga");
        assertThat(attempt("olga", World.PASSWORD, EVIL, null)).isEqualTo("olga");
        assertThat(attempt("person7", "wrong", EVIL, null))
                .as("and clears nobody's way")
                .startsWith("wait");
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
        wrongAllTheTime();
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
