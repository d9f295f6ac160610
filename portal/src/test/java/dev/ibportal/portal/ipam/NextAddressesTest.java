package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Callers who share a commit share nothing else. */
@QuarkusTest
class NextAddressesTest extends IpamTestBase {
    private static final int CALLERS = 16;

    private Callable<Integer> ask(Person who, UUID pool, String note) {
        return () -> who.api()
                .body(Map.of("note", note))
                .post("/api/v1/pools/{id}/addresses", pool)
                .statusCode();
    }

    @Test
    void eachHasItsOwnEventAndItsOwnNote() {
        UUID pool = cluster.pool(tenant, partition, "10.77.50.0/27");
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Person who = world.tenantAdmin("ada" + i, tenant);
            callers.add(ask(who, pool, "of " + who.login()));
        }

        assertThat(AtOnce.call(callers)).containsOnly(201);

        assertThat(world.strings("SELECT 'of ' || actor_name FROM audit_event WHERE action = 'address.allocate'"
                        + " AND after ->> 'note' = 'of ' || actor_name"))
                .hasSize(CALLERS);
        assertThat(world.strings("SELECT e.actor_name FROM audit_event e JOIN address a ON a.id::text = e.object_id"
                        + " WHERE e.action = 'address.allocate' AND a.note = 'of ' || e.actor_name"
                        + " AND e.object_name = host(a.ip)"))
                .hasSize(CALLERS);
        assertThat(world.string("SELECT count(DISTINCT request_id) FROM audit_event WHERE action = 'address.allocate'"))
                .isEqualTo(String.valueOf(CALLERS));
        assertNothingLost(pool);
    }

    @Test
    void anotherTenantGetsNothingInTheirShadow() {
        UUID pool = cluster.pool(tenant, partition, "10.77.50.0/24");
        Person theirs = world.tenantAdmin("ada", tenant);
        Person stranger = world.tenantAdmin("bea", world.tenant("Brackwater"));
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(ask(i % 2 == 0 ? theirs : stranger, pool, ""));
        }

        for (int round = 0; round < 5; round++) {
            List<Integer> answers = AtOnce.call(callers);
            for (int i = 0; i < CALLERS; i++) {
                assertThat(answers.get(i)).isEqualTo(i % 2 == 0 ? 201 : 404);
            }
        }
        assertThat(world.count("address", "true")).isEqualTo(5 * CALLERS / 2);
        assertNothingLost(pool);
    }

    @Test
    void theQuotaHoldsToTheLastOne() {
        UUID pool = cluster.pool(tenant, partition, "10.77.50.0/24");
        operator.api()
                .body(Map.of("addresses", 21))
                .put("/api/v1/tenants/{id}/quotas", tenant)
                .then()
                .statusCode(200);
        Person ada = world.tenantAdmin("ada", tenant);
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 2 * CALLERS; i++) {
            callers.add(ask(ada, pool, ""));
        }

        List<Integer> answers = AtOnce.call(callers);

        assertThat(answers.stream().filter(status -> status == 201)).hasSize(21);
        assertThat(answers.stream().filter(status -> status == 409)).hasSize(2 * CALLERS - 21);
        assertThat(world.count("audit_event", "action = 'address.allocate' AND outcome = 'success'"))
                .isEqualTo(21);
        assertThat(world.count("audit_event", "action = 'tenant.overreach'")).isEqualTo(2 * CALLERS - 21);
        assertNothingLost(pool);
    }
}
