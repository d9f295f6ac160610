package dev.ibportal.portal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names are kept to the last byte; what pages make of them is tried with the pages. */
@QuarkusTest
class C25NamesWithMarkupTest {
    private static final String NAME = "O'Brae & \"S\u00f6hne\" <b>x</b> {pool.size} ${7*7}";
    private static final String DESCRIPTION = "</textarea><script>document.title='gone'</script>";

    @Inject
    World world;

    @Test
    void theRowEqualsTheInputAfterASecondSave() {
        world.reset();
        Person operator = world.operator("root");
        Map<String, String> form = Map.of("name", NAME, "description", DESCRIPTION);
        String location = operator.api()
                .body(form)
                .post("/api/v1/tenants")
                .then()
                .extract()
                .header("Location");
        Map<String, String> read =
                operator.api().get(location).then().extract().jsonPath().getMap("");

        operator.api()
                .header("If-Match", "\"0\"")
                .body(Map.of("name", read.get("name"), "description", read.get("description")))
                .put(location)
                .then()
                .statusCode(200)
                .body("name", equalTo(NAME));

        assertThat(world.string("SELECT encode(convert_to(name, 'UTF8'), 'hex') FROM tenant"))
                .isEqualTo(hex(NAME));
        assertThat(world.string("SELECT encode(convert_to(description, 'UTF8'), 'hex') FROM tenant"))
                .isEqualTo(hex(DESCRIPTION));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
