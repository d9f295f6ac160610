package dev.ibportal.portal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;

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

@QuarkusTest
class TenantApiTest {
    private static final String PATH = "/api/v1/tenants";

    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    private ValidatableResponse create(String name) {
        return operator.api().body(Map.of("name", name)).post(PATH).then();
    }

    @Test
    void aTenantIsMadeReadAndWrittenDown() {
        String location = create("Aldermoor")
                .statusCode(201)
                .header("ETag", "\"0\"")
                .extract()
                .header("Location");

        operator.api().get(location).then().statusCode(200).body("name", equalTo("Aldermoor"));
        assertThat(world.strings("SELECT action || ' ' || object_name || ' ' || tenant_name || ' ' || outcome"
                        + " FROM audit_event WHERE action LIKE 'tenant.%'"))
                .containsExactly("tenant.create Aldermoor Aldermoor success");
    }

    @Test
    void namesAreUniqueWhateverTheirCaseAndForm() {
        create("So\u0308hne").statusCode(201).body("name", equalTo("S\u00f6hne"));

        create("S\u00d6HNE")
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:name-taken"))
                .body("detail", containsString("S\u00d6HNE"));
        assertThat(world.count("tenant", "true")).isEqualTo(1);
    }

    @Test
    void aChangeNeedsTheStateItWasMadeFor() {
        String id = create("Aldermoor").extract().path("id");
        Map<String, String> change = Map.of("name", "Aldermore");

        operator.api().body(change).put(PATH + "/" + id).then().statusCode(428);
        operator.api()
                .header("If-Match", "\"0\"")
                .body(change)
                .put(PATH + "/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"1\"");
        operator.api()
                .header("If-Match", "\"0\"")
                .body(change)
                .put(PATH + "/" + id)
                .then()
                .statusCode(412)
                .body("detail", containsString("you have version 0, the present one is 1"));
    }

    @Test
    void whatIsWrongIsNamedByItsField() {
        create(" ").statusCode(422).contentType("application/problem+json").body("errors.field", hasItem("name"));
    }

    @Test
    void listsGoOnWhereTheyEnded() {
        List.of("Cinderfell", "Aldermoor", "Brackwater").forEach(world::tenant);

        String next = operator.api()
                .get(PATH + "?limit=2")
                .then()
                .statusCode(200)
                .body("items.name", equalTo(List.of("Aldermoor", "Brackwater")))
                .extract()
                .path("next");
        operator.api()
                .queryParam("cursor", next)
                .get(PATH + "?limit=2")
                .then()
                .body("items.name", equalTo(List.of("Cinderfell")))
                .body("next", equalTo(null));
        operator.api()
                .get(PATH + "?sort=-name")
                .then()
                .body("items.name", equalTo(List.of("Cinderfell", "Brackwater", "Aldermoor")));
        operator.api()
                .queryParam("cursor", next)
                .get(PATH + "?sort=-name")
                .then()
                .statusCode(400);
        operator.api().get(PATH + "?sort=age").then().statusCode(400).body("detail", containsString("name, createdAt"));
    }

    @Test
    void peopleOfATenantSeeTheirsAndLearnOfNoOther() {
        UUID mine = world.tenant("Aldermoor");
        UUID other = world.tenant("Brackwater");
        Person admin = world.tenantAdmin("ada", mine);

        admin.api().get(PATH).then().body("items.name", equalTo(List.of("Aldermoor")));
        admin.api().get(PATH + "/" + mine).then().statusCode(200);
        String foreign = admin.api()
                .get(PATH + "/" + other)
                .then()
                .statusCode(404)
                .extract()
                .path("detail");
        UUID nobodys = UUID.randomUUID();
        admin.api()
                .get(PATH + "/" + nobodys)
                .then()
                .statusCode(404)
                .body("detail", equalTo(foreign.replace(other.toString(), nobodys.toString())));
        admin.api().body(Map.of("name", "x")).post(PATH).then().statusCode(403);
    }

    @Test
    void everyAnswerCarriesItsRequestId() {
        operator.api().get(PATH).then().header("X-Request-Id", startsWith("")).statusCode(200);
        String id = operator.api()
                .get(PATH + "/nonsense")
                .then()
                .statusCode(404)
                .extract()
                .path("requestId");
        assertThat(UUID.fromString(id)).isNotNull();
    }
}
