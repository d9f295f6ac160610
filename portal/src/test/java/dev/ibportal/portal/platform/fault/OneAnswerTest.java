package dev.ibportal.portal.platform.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.RawHttp;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused before anybody reads its body is answered once: a second answer would pass for the next request's. */
@QuarkusTest
class OneAnswerTest {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    @Inject
    World world;

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    static Stream<Arguments> refused() {
        String wrong = Base64.getEncoder().encodeToString("olga:not the password".getBytes(StandardCharsets.UTF_8));
        return Stream.of(
                        "/api/v1/tokens\nAuthorization: Basic " + wrong,
                        "/api/v1/tokens\nAuthorization: Basic %%",
                        "/api/v1/tenants\nAuthorization: Bearer nobody-knows-this",
                        "/api/v1/tenants",
                        "/logout\nSec-Fetch-Site: cross-site")
                .flatMap(request -> Stream.of(2, 3_000, 200_000).map(size -> Arguments.of(request, size)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void theNextAnswerFollowsTheFirstOneAtOnce(String request, int size) {
        String host = "\nHost: localhost:" + RestAssured.port;
        String[] target = request.split("\n", 2);
        String first = "POST " + target[0] + " HTTP/1.1" + host + (target.length > 1 ? "\n" + target[1] : "")
                + "\nContent-Type: application/json\nContent-Length: " + size + "\n\n" + "x".repeat(size);
        String next = "GET /login HTTP/1.1" + host + "\nAccept: text/html\nConnection: close\n\n";

        String text = RawHttp.send(RestAssured.port, first + next).text();

        assertThat(text).matches("(?s)HTTP/1\\.1 (401|403) .*");
        int end = text.indexOf("\r\n\r\n") + 4;
        Matcher length = LENGTH.matcher(text.substring(0, end));
        assertThat(length.find()).as(text).isTrue();
        assertThat(text.substring(end + Integer.parseInt(length.group(1))))
                .as("what follows the answer to the first request")
                .startsWith("HTTP/1.1 200 OK")
                .contains("action=\"/login\"");
    }
}
