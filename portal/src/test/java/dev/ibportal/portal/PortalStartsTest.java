package dev.ibportal.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.EmbeddedDatabase;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Also the place that gives every {@code @QuarkusTest} of the module its database. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
class PortalStartsTest {
    @Inject
    World world;

    @BeforeEach
    void empty() {
        world.reset();
    }

    @Test
    void workWithoutTenantRunsAsTheFabricRole() {
        assertThat(world.string("SELECT current_user")).isEqualTo("ibportal_fabric");
    }

    @Test
    void peopleAndTenantsCanBePutInPlace() {
        world.operator("root");
        world.tenantAdmin("ada", world.tenant("Aldermoor"));

        assertThat(world.strings("SELECT login FROM app_user ORDER BY login")).containsExactly("ada", "root");
    }
}
