package dev.ibportal.portal.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.testing.Endpoints;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A filter that a list does not have, or a value that it cannot have, is told and never ignored. */
@QuarkusTest
class QueryNamesTest {
    @Inject
    World world;

    private Sights sights;
    private Person root;

    @BeforeEach
    void oneOfEverything() {
        sights = Sights.in(world);
        root = world.operator("root");
    }

    /** Every endpoint that can be read, lists and single things alike. */
    @Test
    void aNameThatAnEndpointDoesNotHaveIsRefusedEverywhere() {
        List<String> paths = Endpoints.http().stream()
                .filter(endpoint -> endpoint.startsWith("GET /api/v1/"))
                .map(endpoint -> endpoint.substring(4)
                        .replaceAll("\\{[^}]+}", UUID.randomUUID().toString()))
                .toList();
        assertThat(paths).hasSizeGreaterThan(30);
        for (String path : paths) {
            root.api()
                    .accept("*/*")
                    .get(path + "?colour=red")
                    .then()
                    .statusCode(422)
                    .body("errors[0].field", equalTo("colour"))
                    .body("errors[0].message", containsString("there are "));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nodes        | state   | bogus   | invited, online, unreachable, dead, retired
            tenants      | state   | bogus   | active, suspended, leaving, gone
            partitions   | state   | bogus   | allocated, programming, active
            audit-events | outcome | bogus   | success
            pools        | state   | active  | cursor, limit, partition, search, sort, tenant
            addresses    | state   | in-use  | cursor, limit, search, sort, tenant
            """)
    void whatIsPossibleIsTold(String list, String name, String value, String possible) {
        root.api()
                .get("/api/v1/" + list + "?" + name + "=" + value)
                .then()
                .statusCode(422)
                .body("detail", containsString(name))
                .body("detail", containsString(possible));
    }

    @Test
    void listsAreNarrowedByState() {
        root.api().get("/api/v1/nodes?state=invited").then().statusCode(200).body("items", hasSize(2));
        root.api().get("/api/v1/nodes?state=online").then().statusCode(200).body("items", hasSize(0));
        root.api().get("/api/v1/tenants?state=active").then().statusCode(200).body("items", hasSize(1));
        root.api()
                .body("{\"reason\":\"late\"}")
                .put("/api/v1/tenants/{id}/suspension", sights.tenant())
                .then()
                .statusCode(200);
        root.api().get("/api/v1/tenants?state=active").then().body("items", hasSize(0));
        root.api().get("/api/v1/tenants?state=suspended").then().body("items", hasSize(1));
        root.api().get("/api/v1/tenants?state=gone").then().body("items", hasSize(0));
    }
}
