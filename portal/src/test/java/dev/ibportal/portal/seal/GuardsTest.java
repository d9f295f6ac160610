package dev.ibportal.portal.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.db.SealerDb;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of guards that the check of the log compares with is that of a database as the migrations leave it. */
@QuarkusTest
class GuardsTest {
    private static final Path COMMITTED = Path.of("src", "main", "resources", Guards.LIST);

    @Inject
    SealerDb db;

    @Inject
    GuardSql sql;

    @Test
    void theListIsWhatTheMigrationsMake() throws IOException {
        List<String> made = db.read(sql::guards).entrySet().stream()
                .filter(guard -> !guard.getKey().contains("test_forget"))
                .map(guard -> guard.getValue() + " " + guard.getKey())
                .toList();
        if (Boolean.getBoolean("guards.refresh")) {
            Files.write(COMMITTED, made);
        }

        assertThat(Files.readAllLines(COMMITTED))
                .as(
                        "run the tests with -Dguards.refresh=true -Dtest=GuardsTest and commit portal/src/main/resources/guards.txt")
                .isEqualTo(made);
    }
}
