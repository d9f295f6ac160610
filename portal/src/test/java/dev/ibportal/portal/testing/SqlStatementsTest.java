package dev.ibportal.portal.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SqlStatementsTest {
    @Inject
    World world;

    @Test
    void aListCostsTheLogInAndOneStatementHoweverLongItIs() {
        world.reset();
        Person operator = world.operator("root");
        operator.api().get("/api/v1/tenants").then().statusCode(200);
        assertThat(listing(operator)).hasSize(2);

        for (int i = 0; i < 30; i++) {
            world.tenant("tenant " + i);
        }

        assertThat(listing(operator)).hasSize(2);
    }

    @Test
    void aTenantsRequestAlsoPutsTheTenantOnTheConnectionAndTakesItAway() {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Person admin = world.tenantAdmin("ada", tenant);
        admin.api().get("/api/v1/audit-events").then().statusCode(200);

        List<String> statements = SqlStatements.of(admin.api().get("/api/v1/audit-events"));

        assertThat(statements).filteredOn(sql -> sql.contains("set_config")).hasSize(2);
        assertThat(statements).hasSize(4);
    }

    private static List<String> listing(Person person) {
        return SqlStatements.of(person.api().get("/api/v1/tenants"));
    }
}
