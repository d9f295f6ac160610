package dev.ibportal.portal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same person can be different things to different tenants. */
@QuarkusTest
class PeopleTest {
    @Inject
    World world;

    private UUID aldermoor = UUID.randomUUID();
    private UUID brackwater = UUID.randomUUID();
    private Person ada;

    @BeforeEach
    void twoTenants() {
        world.reset();
        aldermoor = world.tenant("Aldermoor");
        brackwater = world.tenant("Brackwater");
        ada = world.tenantAdmin("ada", aldermoor);
    }

    private static String people(UUID tenant) {
        return "/api/v1/tenants/" + tenant + "/people";
    }

    private static ValidatableResponse setRoles(Person who, UUID tenant, UUID person, String... roles) {
        return who.api()
                .body(Map.of("roles", List.of(roles)))
                .put(people(tenant) + "/" + person + "/roles")
                .then();
    }

    @Test
    void rolesOfOneTenantSayNothingAboutAnother() {
        Person bert = world.person("bert", Role.TENANT_ADMIN, aldermoor);
        world.grant(bert, Role.TENANT_MEMBER, brackwater);
        Map<String, Object> form = Map.of("role", "planner");

        bert.apiFor(aldermoor)
                .body(form)
                .post("/api/v1/tenants/" + aldermoor + "/invitations")
                .then()
                .statusCode(201);
        bert.apiFor(brackwater)
                .body(form)
                .post("/api/v1/tenants/" + brackwater + "/invitations")
                .then()
                .statusCode(403);
        bert.api()
                .body(form)
                .post("/api/v1/tenants/" + brackwater + "/invitations")
                .then()
                .statusCode(403);
        bert.apiFor(brackwater).get("/api/v1/partitions").then().statusCode(200);
        bert.apiFor(brackwater)
                .body(Map.of("fabric", "x", "name", "x"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(403);
    }

    @Test
    void anAdminSetsRolesOfTheOwnTenantOnly() {
        Person bert = world.person("bert", Role.TENANT_MEMBER, aldermoor);
        world.grant(bert, Role.PLANNER, brackwater);

        setRoles(ada, aldermoor, bert.id(), "planner", "auditor")
                .statusCode(200)
                .body("roles", equalTo(List.of("planner", "auditor")));
        assertThat(world.strings(
                        "SELECT role FROM role_grant WHERE user_id = ? AND tenant_id = ?", bert.id(), brackwater))
                .containsExactly("planner");
        assertThat(world.string(
                        "SELECT before::text || after::text FROM audit_event WHERE action = 'user.change-roles'"))
                .contains("tenant-member", "auditor");
        setRoles(ada, aldermoor, bert.id()).statusCode(200);
        bert.apiFor(aldermoor).get("/api/v1/partitions").then().statusCode(404);
        setRoles(ada, brackwater, bert.id(), "planner").statusCode(404);
    }

    @Test
    void whoIsNotAmongThePeopleIsNotThere() {
        Person carl = world.person("carl", Role.PLANNER, brackwater);
        String foreign = setRoles(ada, aldermoor, carl.id(), "planner")
                .statusCode(404)
                .extract()
                .path("detail");
        UUID nobody = UUID.randomUUID();

        setRoles(ada, aldermoor, nobody, "planner")
                .statusCode(404)
                .body("detail", equalTo(foreign.replace(carl.id().toString(), nobody.toString())));
        assertThat(world.count("role_grant", "tenant_id = ? AND user_id = ?", aldermoor, carl.id()))
                .isZero();
        setRoles(world.operator("root"), aldermoor, carl.id(), "planner").statusCode(200);
    }

    @Test
    void nobodyMakesThemselvesMoreAndNobodyMakesAnOperator() {
        setRoles(ada, aldermoor, ada.id(), "tenant-admin", "auditor")
                .statusCode(409)
                .body("detail", containsString("Nobody changes their own roles"));
        Person bert = world.person("bert", Role.TENANT_MEMBER, aldermoor);
        setRoles(ada, aldermoor, bert.id(), "operator")
                .statusCode(422)
                .body("detail", containsString("tenant-admin, tenant-member, planner, auditor"));
    }

    @Test
    void ofTwoAdminsWhoEndEachOtherOneRemains() {
        Person bert = world.tenantAdmin("bert", aldermoor);

        List<Integer> answers = AtOnce.call(List.of(
                () -> setRoles(ada, aldermoor, bert.id(), "planner").extract().statusCode(),
                () -> setRoles(bert, aldermoor, ada.id(), "planner").extract().statusCode()));

        assertThat(world.count("role_grant", "role = 'tenant-admin'")).isEqualTo(1);
        assertThat(answers).contains(200);
    }
}
