package dev.ibportal.portal.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The form that changes somebody's roles shows those that are there, and takes none away unasked. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class RolesOfPeopleTest {
    @Inject
    World world;

    private UUID tenant;
    private Person paul;
    private Browser ada;
    private String path;

    @BeforeEach
    void somebodyWithTwoRoles() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        world.tenantAdmin("ada", tenant);
        paul = world.person("paul", Role.TENANT_MEMBER, tenant);
        world.grant(paul, Role.PLANNER, tenant);
        ada = Browser.of("ada");
        path = "/tenants/" + tenant + "/people/" + paul.id();
    }

    private List<String> roles() {
        return world.strings("SELECT role FROM role_grant WHERE user_id = ? ORDER BY role", paul.id());
    }

    private static List<String> ticked(Document page) {
        return page.select("input[name=role][checked]").eachAttr("value");
    }

    /** The form as the page has it, with these ticks. */
    private Response save(Document page, String... ticks) {
        StringBuilder form = new StringBuilder("x=");
        page.select("form.box input[type=hidden]")
                .forEach(field -> form.append('&')
                        .append(field.attr("name"))
                        .append('=')
                        .append(field.val().replace(" ", "+").replace("+", "%20")));
        for (String role : ticks) {
            form.append("&role=").append(role);
        }
        return ada.post(path, form.toString());
    }

    @Test
    void whatIsThereIsTickedAndStays() {
        Document page = ada.get(path);

        assertThat(ticked(page)).containsExactlyInAnyOrder("tenant-member", "planner");
        assertThat(save(page, "tenant-member", "planner").statusCode()).isEqualTo(303);
        assertThat(roles()).containsExactly("planner", "tenant-member");
        assertThat(world.count("audit_event", "action = 'user.change-roles'"))
                .as("nothing was changed")
                .isZero();
        assertThat(save(page, "tenant-member", "planner", "auditor").statusCode())
                .isEqualTo(303);
        assertThat(roles()).containsExactly("auditor", "planner", "tenant-member");
    }

    @Test
    void takingAwayIsAskedForAndSaidOnceMore() {
        Response asked = save(ada.get(path), "tenant-member");

        Document question = Browser.parse(asked);
        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(question.select("[role=alert]").text()).contains("paul", "capacity planner");
        assertThat(ticked(question)).containsExactly("tenant-member");
        assertThat(roles()).containsExactly("planner", "tenant-member");

        assertThat(Browser.parse(save(question)).select("[role=alert]").text())
                .as("a yes to one role is none to another")
                .contains("tenant member", "nothing to do with this tenant");
        assertThat(roles()).containsExactly("planner", "tenant-member");

        assertThat(save(question, "tenant-member").statusCode()).isEqualTo(303);
        assertThat(roles()).containsExactly("tenant-member");
    }

    @Test
    void aFormThatGotOldTakesNothingAway() {
        Document old = ada.get(path);
        world.grant(paul, Role.AUDITOR, tenant);

        Response refused = save(old, "tenant-member", "planner");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Browser.parse(refused).select("#error-summary").text()).contains("meanwhile");
        assertThat(roles()).containsExactly("auditor", "planner", "tenant-member");
    }
}
