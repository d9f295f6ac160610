package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens outlive a password, and whoever changes it is told so and can end them with it (ADR 34). */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class PasswordsAndTokensTest {
    private static final String NEW = "a kettle under the stairs";

    @Inject
    World world;

    private Person olga;

    @BeforeEach
    void somebodyWithTokens() {
        world.reset();
        olga = world.operator("olga");
        olga.api().body(Map.of("name", "laptop")).post("/api/v1/tokens").then().statusCode(201);
    }

    private Response change(Map<String, String> more) {
        Browser browser = Browser.of("olga");
        Document page = browser.get("/settings/password");
        assertThat(page.select("form.box").text()).contains("Revoke my 2 personal tokens too", "go on working");
        Map<String, String> values =
                new HashMap<>(Map.of("currentPassword", World.PASSWORD, "newPassword", NEW, "again", NEW));
        values.putAll(more);
        return browser.send(page, "form.box", values);
    }

    private int answer() {
        return olga.api().get("/api/v1/me").statusCode();
    }

    @Test
    void programsGoOnWorkingWithANewPassword() {
        assertThat(change(Map.of()).statusCode()).isEqualTo(303);

        assertThat(answer()).isEqualTo(200);
        assertThat(world.count("audit_event", "action = 'token.revoke'")).isZero();
    }

    @Test
    void tokensEndWithThePasswordForWhomWantsIt() {
        assertThat(change(Map.of("revokeTokens", "true")).statusCode()).isEqualTo(303);

        assertThat(answer()).isEqualTo(401);
        assertThat(world.strings("SELECT object_name FROM audit_event WHERE action = 'token.revoke' AND request_id ="
                        + " (SELECT request_id FROM audit_event WHERE action = 'user.change-password') ORDER BY 1"))
                .isEqualTo(List.of("laptop", "test"));
    }

    @Test
    void theApiOffersTheSame() {
        olga.api()
                .body(Map.of("currentPassword", World.PASSWORD, "newPassword", NEW, "revokeTokens", true))
                .put("/api/v1/me/password")
                .then()
                .statusCode(204);

        assertThat(answer()).isEqualTo(401);
    }

    @Test
    void aWrongPresentPasswordIsKeptAsADeniedAttempt() {
        Browser browser = Browser.of("olga");

        Response answer = browser.send(
                browser.get("/settings/password"),
                "form.box",
                Map.of("currentPassword", "not this one", "newPassword", NEW, "again", NEW));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(Browser.parse(answer).select("#error-summary a").eachText()).containsExactly("Present password");
        assertThat(world.strings("SELECT concat_ws(' ', actor_name, action, object_name) FROM audit_event"
                        + " WHERE outcome = 'denied'"))
                .containsExactly("olga user.change-password olga");
    }
}
