package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** API and database; the pages have their own test. The tenant's name is held to the same by the tenant feature. */
@QuarkusTest
class C25NamesWithMarksTest extends PartitionTestBase {
    private static final String NAME = "O'Brae & \"Söhne\" <b>x</b> {pool.size} ${7*7}";
    private static final String DESCRIPTION = "</textarea><script>document.title='gone'</script>";

    @Test
    void areKeptByteForByteAlsoWhenSavedUnchanged() {
        String id = admin.api()
                .body(Map.of("fabric", "ib", "name", NAME, "description", DESCRIPTION))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        String path = "/api/v1/partitions/" + id;

        patch(path, "{}").statusCode(200).body("name", equalTo(NAME)).body("description", equalTo(DESCRIPTION));

        assertThat(world.string("SELECT name FROM partition WHERE id = ?::uuid", id))
                .isEqualTo(NAME);
        assertThat(world.string("SELECT description FROM partition WHERE id = ?::uuid", id))
                .isEqualTo(DESCRIPTION);
    }
}
