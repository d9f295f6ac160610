package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.SqlStatements;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * How often each page asks the database, session, shell and the tenant's fence around each connection included. A number may grow only with a reason; it never grows
 * with the rows.
 */
@QuarkusTest
class StatementsPerPageTest {
    @Inject
    World world;

    @Test
    void isPinned() {
        Sights sights = Sights.in(world);
        Browser ada = Browser.of("ada");
        Map<String, Integer> wanted = new LinkedHashMap<>();
        wanted.put("/", 6);
        wanted.put("/partitions", 5);
        wanted.put("/partitions/" + sights.partition(), 19);
        wanted.put("/pools", 5);
        wanted.put("/pools/" + sights.pool(), 10);
        wanted.put("/nodes", 8);
        wanted.put("/nodes/" + sights.node(), 7);
        wanted.put("/fabrics", 3);
        wanted.put("/tenants", 4);
        wanted.put("/audit", 6); // one for the person's saved filters
        Map<String, Integer> counted = new LinkedHashMap<>();
        Map<String, List<String>> statements = new LinkedHashMap<>();
        for (String path : wanted.keySet()) {
            ada.open(path);
            statements.put(path, SqlStatements.of(ada.open(path)));
            counted.put(path, statements.get(path).size());
        }

        assertThat(counted).as(() -> statements.toString()).isEqualTo(wanted);
    }
}
