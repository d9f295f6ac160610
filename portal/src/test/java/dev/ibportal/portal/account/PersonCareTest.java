package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
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

    private String etag(String path) {
        return olga.api().get(path).then().statusCode(200).extract().header("ETag");
    }

    /** Like every other change: made for a state that the caller has read, and for no other. */
    @Test
    void aChangeIsForTheStateThatWasRead() {
        String old = etag(path());
        Document page = root.get("/people/" + paul.id() + "/account");
        olga.api()
                .body("{\"name\":\"Paula\"}")
                .patch(path())
                .then()
                .statusCode(428)
                .body("detail", containsString("If-Match"));
        String fresh = olga.api()
                .header("If-Match", old)
                .body("{\"name\":\"Paula\"}")
                .patch(path())
                .then()
                .statusCode(200)
                .extract()
                .header("ETag");
        assertThat(fresh).isNotEqualTo(old).isEqualTo(etag(path()));

        olga.api()
                .header("If-Match", old)
                .body("{\"disabled\":true}")
                .patch(path())
                .then()
                .statusCode(412);
        var refused = root.send(page, "form:has(input[value=disable])", Map.of());

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Browser.parse(refused).select("[role=alert]").text()).contains("meanwhile");
        assertThat(world.count("app_user", "disabled_at IS NOT NULL")).isZero();
        assertThat(Browser.parse(refused)
                        .select("form:has(input[value=disable]) input[name=version]")
                        .val())
                .as("the form that was refused can be sent again")
                .isEqualTo(world.string("SELECT version FROM app_user WHERE id = ?", paul.id()));
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
                .header("If-Match", etag(path()))
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
                .header("If-Match", etag(path()))
                .body("{\"name\":\"Paula\"}")
                .patch(path())
                .then()
                .statusCode(200)
                .body("name", equalTo("Paula"));
        olga.api()
                .header("If-Match", etag("/api/v1/users/" + olga.id()))
                .body("{\"disabled\":true}")
                .patch("/api/v1/users/" + olga.id())
                .then()
                .statusCode(409);
        paul.api().patch(path()).then().statusCode(403);
        paul.api().post(path() + "/one-time-password").then().statusCode(403);
    }

    @Test
    void noRightIsChosenForSomebodyNewBeforehand() {
        Document page = root.get("/people");

        assertThat(page.select("form[action=/people] select option[selected]").stream()
                        .filter(option -> !option.val().isEmpty()))
                .isEmpty();
        assertThat(page.select("form[action=/people] select[required]")).hasSize(2);
        var refused = root.send(page, "form[action=/people]", Map.of("login", "nina", "name", "Nina"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Browser.parse(refused).select("#error-summary").text())
                .contains("Choose a role", "Choose a tenant, or the whole portal");

        var made = root.send(
                page,
                "form[action=/people]",
                Map.of("login", "nina", "name", "Nina", "role", "auditor", "tenant", "everywhere"));

        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(world.string("SELECT g.role || coalesce(g.tenant_id::text, ' everywhere') FROM role_grant g"
                        + " JOIN app_user u ON u.id = g.user_id WHERE u.login = 'nina'"))
                .isEqualTo("auditor everywhere");
    }

    @Test
    void rolesForTheWholePortalAreChangedLater() {
        Person greta = world.auditor("greta", null);
        String page = "/people/" + greta.id() + "/account";
        Document form = root.get(page);
        assertThat(form.select("input[name=portalRole][checked]").eachAttr("value"))
                .containsExactly("auditor");

        var saved = root.send(form, "form:has(input[value=roles])", Map.of("portalRole", "operator"));

        assertThat(saved.statusCode()).isEqualTo(303);
        assertThat(world.strings("SELECT role FROM role_grant WHERE user_id = ?", greta.id()))
                .containsExactly("operator");
        assertThat(world.string(
                        "SELECT before::text || after::text FROM audit_event WHERE action = 'user.change-roles'"))
                .contains("auditor", "operator");
        assertThat(root.get("/people/" + paul.id() + "/account")
                        .select("a[href$=/people/" + paul.id() + "]")
                        .text())
                .contains("Aldermoor");
        root.send(root.get(page), "form:has(input[value=disable])", Map.of());
        assertThat(world.strings("SELECT role FROM role_grant WHERE user_id = ?", greta.id()))
                .as("shutting out takes no roles away")
                .containsExactly("operator");
    }

    @Test
    void nobodyChangesTheirOwnRolesForTheWholePortal() {
        String own = "/api/v1/users/" + olga.id();
        olga.api()
                .header("If-Match", etag(own))
                .body("{\"portalRoles\":[\"operator\",\"auditor\"]}")
                .patch(own)
                .then()
                .statusCode(409)
                .body("detail", containsString("their own roles"));
        olga.api()
                .header("If-Match", etag(path()))
                .body("{\"portalRoles\":[\"tenant-admin\"]}")
                .patch(path())
                .then()
                .statusCode(422)
                .body("detail", containsString("operator, planner, auditor"));
    }
}
