package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@SuppressWarnings("NullAway.Init")
class C08NotATenantPKeyTest {
    @Inject
    World world;

    private Person operator;
    private UUID tenant;
    private UUID fabric;

    @BeforeEach
    void emptyFabric() {
        world.reset();
        operator = world.operator("root");
        tenant = world.tenant("Aldermoor");
        fabric = new Cluster(operator).fabric("ib");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x0000",
                "0x8000",
                "0x10000",
                "0x18022",
                "-1",
                "-32767",
                "0x",
                "",
                "0x80g1",
                "+0x8022",
                "0x8022;0x8023",
                "0x８０２２"
            })
    void isRefused(String pkey) {
        create(pkey).statusCode(422).body("errors[0].field", equalTo("pkey"));
        assertNothingChanged();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x7fff", "0xffff"})
    void theDefaultPartitionIsNobodys(String pkey) {
        create(pkey).statusCode(422).body("detail", containsString("default partition"));
        assertNothingChanged();
    }

    private void assertNothingChanged() {
        assertThat(world.count("partition", "true")).isZero();
        assertThat(world.count("pkey_slot", "state <> 'free'")).isZero();
        assertThat(world.count("audit_event", "action = 'partition.create' AND outcome = 'success'"))
                .isZero();
    }

    @Test
    void theAutomaticRangeNeverGivesTheDefaultPartition() {
        String etag = operator.api().get("/api/v1/fabrics/{id}", fabric).header("ETag");
        operator.api()
                .header("If-Match", etag)
                .body(Map.of("name", "ib", "pkeyFirst", "0xfffd", "pkeyLast", "0xffff"))
                .put("/api/v1/fabrics/{id}", fabric)
                .then()
                .statusCode(200)
                .body("pkeyFirst", equalTo("0xfffd"))
                .body("pkeyLast", equalTo("0xffff"));

        create(null).statusCode(201).body("pkey", equalTo("0xfffd"));
        create(null).statusCode(201).body("pkey", equalTo("0xfffe"));
        create(null).statusCode(409).body("detail", containsString("no free PKey"));
        assertThat(world.strings("SELECT pkey FROM partition ORDER BY pkey")).containsExactly("32765", "32766");
    }

    private ValidatableResponse create(@Nullable String pkey) {
        Map<String, Object> form = new HashMap<>();
        form.put("fabric", "ib");
        form.put("name", "p" + world.count("partition", "true"));
        if (pkey != null) {
            form.put("pkey", pkey);
        }
        return operator.apiFor(tenant).body(form).post("/api/v1/partitions").then();
    }
}
