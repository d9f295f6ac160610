package dev.ibportal.portal.platform.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a caller does wrong is answered with what was wrong, where, and what would be right. */
@QuarkusTest
class FaultAnswersTest {
    private static final String TENANTS = "/api/v1/tenants";

    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    private ValidatableResponse post(String body) {
        return operator.api().body(body).post(TENANTS).then().contentType("application/problem+json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"a\",\"colour\":\"red\"} | The field colour is unknown here; known are description, name.",
                "{\"name\":\"a\" | line 1",
                "{\"name\":\"a\",\"name\":\"b\"} | name",
                "[] | JSON",
                "{\"name\":\"a\"} {} | JSON",
                "nonsense | nonsense",
                "null | The body is missing",
                "`` | The body is missing"
            })
    void aBodyThatCannotBeReadIsAnsweredWithThePlace(String body, String told) {
        post(body)
                .statusCode(400)
                .body("type", equalTo("urn:ibportal:fault:malformed"))
                .body("detail", containsString(told))
                .body("detail", not(containsString("dev.ibportal")));
        assertThat(world.count("tenant", "true")).isZero();
    }

    @Test
    void aValueThatIsRefusedByItsTypeNamesTheField() {
        post("{\"name\":\"a\\u0007b\"}")
                .statusCode(422)
                .body("errors[0].field", equalTo("name"))
                .body("errors[0].message", containsString("U+0007"));
        post("{\"name\":7}")
                .statusCode(422)
                .body("errors[0].field", equalTo("name"))
                .body("errors[0].message", equalTo("\"7\" is of the wrong kind; text is expected"));
        post("{\"name\":[]}").statusCode(422).body("errors[0].field", equalTo("name"));
        post("{}").statusCode(422).body("errors[0].field", equalTo("name"));
    }

    @Test
    void unknownPlacesMethodsAndKindsAreToldLikeAnyFault() {
        operator.api().get("/api/v1/nowhere").then().statusCode(404).contentType("application/problem+json");
        operator.api()
                .delete(TENANTS)
                .then()
                .statusCode(405)
                .contentType("application/problem+json")
                .body("detail", containsString("There is no DELETE /api/v1/tenants"));
        operator.api()
                .contentType(ContentType.TEXT)
                .body("x")
                .post(TENANTS)
                .then()
                .statusCode(415)
                .contentType("application/problem+json")
                .body("detail", containsString("text/plain"));
        operator.api().accept("image/png").get(TENANTS).then().statusCode(406);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/tenants?limit=x               | 400 | limit "x" is no whole number; 1 to 500 is expected.
            /api/v1/users?limit=99999999999       | 400 | limit "99999999999" is no whole number; 1 to 500 is expected.
            /api/v1/tenants?limit=0               | 400 | limit 0 is outside 1 to 500.
            /api/v1/tenants?cursor=x              | 400 | The cursor is none of this list
            /api/v1/tenants?sort=colour           | 400 | There is no order "colour" here; there are name
            /api/v1/pools?partition=red           | 422 | partition: "red" is no id; a UUID is expected
            /api/v1/partitions?state=fine         | 422 | state: "fine" is none; there are allocated
            /api/v1/partitions?tenant=red         | 422 | tenant: "red" is no id of a tenant; a UUID is expected
            /api/v1/audit-events?from=yesterday   | 422 | from: "yesterday" is neither a day
            /api/v1/audit-events?outcome=fine     | 422 | outcome: "fine" is none; there are success
            /api/v1/audit-events?requestId=1      | 422 | requestId: "1" is no id; a UUID is expected
            """)
    void aQueryParameterThatCannotBeReadIsNamedWithWhatWouldBeRight(String call, int status, String detail) {
        operator.api()
                .urlEncodingEnabled(false)
                .get(call)
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body("detail", containsString(detail));
    }

    @Test
    void anIdInAPathThatIsNoneIsJustNotThere() {
        operator.api().get(TENANTS + "/red").then().statusCode(404).contentType("application/problem+json");
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        String large = "{\"name\":\"" + "x".repeat(3 * 1024 * 1024) + "\"}";

        operator.api().body(large).post(TENANTS).then().statusCode(413);
    }

    @Test
    void peopleGetAPageWithTheNextStepAndTheRequestId() {
        String html = RestAssured.given()
                .accept(ContentType.HTML)
                .get("/nowhere")
                .then()
                .statusCode(404)
                .contentType(ContentType.HTML)
                .extract()
                .asString();

        Document page = Jsoup.parse(html);
        assertThat(page.title()).contains("Not found");
        assertThat(page.text())
                .contains("/nowhere")
                .contains("Check the address")
                .contains("Request ");
    }

    @Test
    void everyAnswerForbidsForeignContent() {
        operator.api()
                .get(TENANTS)
                .then()
                .header("Content-Security-Policy", containsString("default-src 'self'"))
                .header("X-Content-Type-Options", equalTo("nosniff"));
    }
}
