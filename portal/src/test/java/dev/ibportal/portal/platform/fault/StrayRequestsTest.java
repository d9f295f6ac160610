package dev.ibportal.portal.platform.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.LoggedLines;
import dev.ibportal.portal.testing.RawHttp;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no page and no decent program sends are the sender's mistake: told as such, and no noise in the log. */
@QuarkusTest
class StrayRequestsTest {
    private static final String PROBLEM = "application/problem+json";

    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            garbage                           | 415 | no media type
            application/x-www-form-urlencoded | 415 | The API does not take forms
            multipart/form-data; boundary=x   | 415 | The API does not take forms
            text/plain                        | 415 | text/plain
            """)
    void theApiSaysWhatKindOfBodyItTakes(String type, int status, String detail) {
        try (LoggedLines log = new LoggedLines()) {
            operator.api()
                    .config(RestAssured.config()
                            .encoderConfig(io.restassured.config.EncoderConfig.encoderConfig()
                                    .encodeContentTypeAs(type.split(";")[0], io.restassured.http.ContentType.TEXT)))
                    .header("Content-Type", type)
                    .body("name=a")
                    .post("/api/v1/tenants")
                    .then()
                    .statusCode(status)
                    .contentType(PROBLEM)
                    .body("detail", containsString(detail));
            assertThat(log.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST /login HTTP/1.1                                                         | 400 | The form is missing
            POST /login HTTP/1.1~Content-Type: text/plain~Content-Length: 1              | 415 | Pages take forms
            POST /login HTTP/1.1~Content-Type: application/json~Content-Length: 2        | 415 | Pages take forms
            POST /login HTTP/1.1~Content-Type: garbage~Content-Length: 1                 | 415 | no media type
            POST /login HTTP/1.1~Content-Length: 1                                       | 415 | Pages take forms
            POST /api/v1/tenants HTTP/1.1~Content-Length: 99999999                       | 413 | at most 2097152
            POST /login HTTP/1.1~Content-Length: 99999999                                | 413 | at most 2097152
            GET /%zz HTTP/1.1                                                            | 400 | two hexadecimal digits
            GET /api/v1/%e4%b8 HTTP/1.1                                                  | 404 | not yours to see
            GET /login?next=%zz HTTP/1.1                                                 | 400 | two hexadecimal digits
            GET /login?next=a^b HTTP/1.1                                                 | 400 | no address can have
            """)
    void isToldWhatWasWrongWithIt(String head, int status, String detail) {
        try (LoggedLines log = new LoggedLines()) {
            String[] lines = head.strip().split("~");
            RawHttp.Answer answer = RawHttp.send(
                    RestAssured.port, String.join("\n", lines) + "\nHost: localhost\nConnection: close\n\n" + "{}{}");

            assertThat(answer.status()).as(answer.text()).isEqualTo(status);
            assertThat(answer.text()).contains(PROBLEM).contains(detail);
            assertThat(log.lines()).isEmpty();
        }
        assertThat(world.count("audit_event", "outcome = 'denied'")).isZero();
    }

    @Test
    void aRequestWithoutHostAndOneThatIsTooLongAreToldToo() {
        try (LoggedLines log = new LoggedLines()) {
            RawHttp.Answer hostless = RawHttp.send(RestAssured.port, "GET /login HTTP/1.1\nConnection: close\n\n");
            assertThat(hostless.status()).as(hostless.text()).isEqualTo(400);
            assertThat(hostless.text())
                    .contains(PROBLEM)
                    .contains("Host is missing")
                    .contains("X-Request-Id")
                    .contains("X-Content-Type-Options");
            RawHttp.Answer tooLong = RawHttp.send(
                    RestAssured.port,
                    "GET /login?next=" + "x".repeat(20_000) + " HTTP/1.1\nHost: localhost\nConnection: close\n\n");
            assertThat(tooLong.status()).isEqualTo(414);
            assertThat(tooLong.text()).contains(PROBLEM).contains("at most 8192");
            RawHttp.Answer heads = RawHttp.send(
                    RestAssured.port,
                    "GET /login HTTP/1.1\nHost: localhost\nX-Long: " + "x".repeat(30_000) + "\nConnection: close\n\n");
            assertThat(heads.status()).isEqualTo(431);
            assertThat(heads.text()).contains(PROBLEM).contains("at most 16384");
            assertThat(log.lines()).isEmpty();
        }
    }

    /** The same for people: a page in their language, with the way back into the portal. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET /%zz HTTP/1.1~Host: localhost                              | 400
            GET /login HTTP/1.1                                            | 400
            POST /login HTTP/1.1~Host: localhost~Content-Length: 99999999  | 413
            """)
    void peopleGetAPage(String head, int status) {
        RawHttp.Answer answer = RawHttp.send(
                RestAssured.port,
                head.strip().replace("~", "\n") + "\nAccept: text/html\nAccept-Language: zh\nConnection: close\n\n");

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.text()).contains("lang=\"zh").contains("href=\"/\"").contains("Content-Security-Policy");
    }

    @Test
    void aBodyThatGrowsTooLargeOnTheWayIsRefused() {
        String chunk = "10000\n" + "x".repeat(0x10000) + "\n";
        RawHttp.Answer answer = RawHttp.send(
                RestAssured.port,
                "POST /api/v1/tenants HTTP/1.1\nHost: localhost\nAuthorization: Bearer " + operator.token()
                        + "\nContent-Type: application/json\nTransfer-Encoding: chunked\nConnection: close\n\n"
                        + chunk.repeat(40)
                        + "0\n\n");

        assertThat(answer.status()).as(answer.text()).isEqualTo(413);
        assertThat(answer.text()).contains(PROBLEM).contains("at most 2097152");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name=%ZZ", "name=%FF%", "name=a&%=b"})
    void aFormThatCannotBeDecodedIsTheSendersMistake(String body) {
        Browser root = Browser.of("root");
        root.get("/partitions/new");
        try (LoggedLines log = new LoggedLines()) {
            Response answer = root.post("/partitions/new", "csrf-token=" + root.cookie("csrf-token") + "&" + body);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(Browser.parse(answer).select("h1").text()).isEqualTo("Not understood");
            assertThat(log.lines()).isEmpty();
        }
    }

    /** The framework's limit for forms; no page of ours offers more than half of it at once, but "all that match". */
    @Test
    void aFormMayHaveAThousandEntries() {
        Browser root = Browser.of("root");
        root.get("/partitions/new");
        String token = "csrf-token=" + root.cookie("csrf-token");

        Response many = root.post("/partitions/new", token + "&name=x".repeat(990));
        assertThat(many.statusCode()).as(many.asString()).isEqualTo(422);
        try (LoggedLines log = new LoggedLines()) {
            Response tooMany = root.post("/partitions/new", token + "&name=x".repeat(1_001));
            assertThat(tooMany.statusCode()).isEqualTo(413);
            assertThat(Browser.parse(tooMany).text()).contains("at once");
            assertThat(log.lines()).isEmpty();
        }
    }

    /** Four thousand characters of three bytes each, every byte as three letters. */
    @Test
    void aLongDescriptionGoesThroughAForm() {
        Browser root = Browser.of("root");
        root.get("/partitions/new");

        Response answer = root.post(
                "/partitions/new",
                "csrf-token=" + root.cookie("csrf-token") + "&name=x&description=" + "%E6%8F%8F".repeat(4000));

        assertThat(answer.statusCode()).isEqualTo(422);
    }

    @Test
    void whoHangsUpIsNoFaultOfThePortal() {
        try (LoggedLines log = new LoggedLines()) {
            String head = "POST /api/v1/tenants HTTP/1.1\nHost: localhost\nAuthorization: Bearer " + operator.token()
                    + "\nContent-Type: application/json\nContent-Length: 1000\n\n{\"name\":";
            for (int i = 0; i < 5; i++) {
                RawHttp.sendAndLeave(RestAssured.port, head);
            }
            // Answered after those, on the same event loops.
            Awaitility.await()
                    .pollDelay(Duration.ofMillis(300))
                    .untilAsserted(
                            () -> operator.api().get("/api/v1/tenants").then().statusCode(200));
            assertThat(log.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"fabric":"ib","name":"p","ipMtu":99999999999}          | 422 | far too large
            {"fabric":"ib","name":"p","ipMtu":1.5}                  | 422 | number
            {"fabric":"ib" "name":"p"}                              | 400 | no JSON
            {"fabric":"ib                                           | 400 | no JSON
            {"fabric":"ib","name":"p","ipMtu":nope}                 | 400 | no JSON
            """)
    void whatIsToldOfABodyIsToldInOurOwnWords(String body, int status, String detail) {
        operator.api()
                .body(body)
                .post("/api/v1/partitions")
                .then()
                .statusCode(status)
                .body("detail", containsString(detail))
                .body("detail", not(containsString("Source")))
                .body("detail", not(containsString("REDACTED")))
                .body("type", equalTo("urn:ibportal:fault:" + (status == 400 ? "malformed" : "invalid")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "pools", "partitions", "tenants", "addresses", "audit-events"})
    void aNulInASearchIsNotBlamedOnTheCursor(String list) {
        operator.api()
                .urlEncodingEnabled(false)
                .get("/api/v1/" + list + "?search=%00")
                .then()
                .statusCode(422)
                .contentType(PROBLEM)
                .body("detail", not(containsString("cursor")))
                .body("detail", containsString("U+0000"));
    }
}
