package dev.ibportal.portal.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed description of the API is the one that the code has. */
@QuarkusTest
class ApiDocumentTest {
    private static final Path COMMITTED = Path.of("openapi.yaml");

    @Test
    void theCommittedDocumentIsTheGeneratedOne() throws IOException {
        String generated =
                RestAssured.get("/q/openapi").then().statusCode(200).extract().asString();
        if (Boolean.getBoolean("openapi.refresh")) {
            Files.writeString(COMMITTED, generated);
        }

        assertThat(Files.readString(COMMITTED))
                .as("run the tests with -Dopenapi.refresh=true -Dtest=ApiDocumentTest and commit portal/openapi.yaml")
                .isEqualTo(generated);
    }
}
