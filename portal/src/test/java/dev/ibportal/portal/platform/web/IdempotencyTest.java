package dev.ibportal.portal.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class IdempotencyTest {
    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    private ValidatableResponse create(String key, String name) {
        return operator.api()
                .header("Idempotency-Key", key)
                .body(Map.of("name", name))
                .post("/api/v1/tenants")
                .then();
    }

    @Test
    void aRequestThatIsSentAgainGetsTheFirstAnswerAndIsDoneOnce() {
        ValidatableResponse first = create("k1", "Aldermoor").statusCode(201);
        ValidatableResponse second = create("k1", "Aldermoor").statusCode(201).header("Idempotency-Replayed", "true");

        assertThat(second.extract().body().jsonPath().getMap(""))
                .isEqualTo(first.extract().body().jsonPath().getMap(""));
        for (String header : new String[] {"Location", "ETag", "Content-Type"}) {
            assertThat(second.extract().header(header))
                    .isEqualTo(first.extract().header(header));
        }
        assertThat(world.count("tenant", "true")).isEqualTo(1);
        assertThat(world.count("audit_event", "action = 'tenant.create'")).isEqualTo(1);
    }

    @Test
    void refusalsAreKeptToo() {
        create("k1", " ").statusCode(422);
        create("k1", " ")
                .statusCode(422)
                .header("Idempotency-Replayed", "true")
                .contentType("application/problem+json")
                .body("errors[0].field", equalTo("name"));
    }

    @Test
    void aKeyBelongsToOneRequestAndOnePerson() {
        create("k1", "Aldermoor").statusCode(201);
        create("k1", "Brackwater").statusCode(422).body("detail", containsString("used for another request"));

        operator = world.operator("other");
        create("k1", "Brackwater").statusCode(201);
    }

    @Test
    void aRequestThatIsStillUnderWayIsNotDoneTwice() {
        create("k1", "Aldermoor").statusCode(201);
        world.execute("UPDATE idempotency SET status = NULL");

        create("k1", "Aldermoor").statusCode(409).body("type", equalTo("urn:ibportal:fault:in-progress"));
    }

    @Test
    void answersWithASecretAreNotKept() {
        operator.api()
                .header("Idempotency-Key", "t")
                .body(Map.of("name", "x"))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201);

        assertThat(world.count("idempotency", "true")).isZero();
    }
}
