package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who has lost a password gets a new one from an operator; who shall not come in any more does not. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class PersonCareTest {
    @Inject
    World world;

    private Person olga;
    private Person paul;
    private Browser root;

    @BeforeEach
    void anOperatorAndSomebody() {
        world.reset();
        olga = world.operator("olga");
        paul = world.planner("paul", world.tenant("Aldermoor"));
        root = Browser.of("olga");
    }

    private String path() {
        return "/api/v1/users/" + paul.id();
    }

    @Test
    void aNewOneTimePasswordEndsTheSessionsAndHasToBeChanged() {
        Browser pauls = Browser.of("paul");
        Document page = root.get("/people/" + paul.id() + "/account");

        Document shown = Browser.parse(root.send(page, "form:has(input[value=password])", Map.of()));

        String password = shown.select("#token").text();
        assertThat(password).hasSize(20);
        assertThat(pauls.open("/partitions").header("Location")).contains("/login");
        Browser again = new Browser("en");
        var opened =
                again.send(again.get("/login"), "form[action=/login]", Map.of("login", "paul", "password", password));
        assertThat(opened.header("Location")).endsWith("/settings/password");
        assertThat(world.count("audit_event", "action = 'user.reset-password'")).isOne();
        assertThat(world.strings("SELECT coalesce(after::text, '') FROM audit_event")
                        .toString())
                .doesNotContain(password);
    }

    @Test
    void whoIsDisabledDoesNothingUntilEnabled() {
        Browser pauls = Browser.of("paul");
        olga.api()
                .body("{\"disabled\":true}")
                .patch(path())
                .then()
                .statusCode(200)
                .body("disabledAt", notNullValue());

        assertThat(pauls.open("/partitions").statusCode()).isEqualTo(303);
        paul.api().get("/api/v1/partitions").then().statusCode(401);
        Document page = root.get("/people/" + paul.id() + "/account");
        assertThat(page.text()).contains("disabled");
        assertThat(root.send(page, "form:has(input[value=enable])", Map.of()).statusCode())
                .isEqualTo(303);

        paul.api().get("/api/v1/partitions").then().statusCode(200);
        assertThat(world.strings(
                        "SELECT action FROM audit_event WHERE object_id = ? ORDER BY at",
                        paul.id().toString()))
                .contains("user.disable", "user.enable");
    }

    @Test
    void aNameIsChangedAndOneselfIsNotShutOut() {
        olga.api()
                .body("{\"name\":\"Paula\"}")
                .patch(path())
                .then()
                .statusCode(200)
                .body("name", equalTo("Paula"));
        olga.api()
                .body("{\"disabled\":true}")
                .patch("/api/v1/users/" + olga.id())
                .then()
                .statusCode(409);
        paul.api().patch(path()).then().statusCode(403);
        paul.api().post(path() + "/one-time-password").then().statusCode(403);
    }

    @Test
    void theFormForSomebodyNewIsValidFromTheBeginning() {
        Document page = root.get("/people");

        var made = root.send(page, "form[action=/people]", Map.of("login", "nina", "name", "Nina"));

        assertThat(made.statusCode()).isEqualTo(200);
    }
}
