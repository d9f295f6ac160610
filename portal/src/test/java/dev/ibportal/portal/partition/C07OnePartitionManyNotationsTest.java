package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@SuppressWarnings("NullAway.Init")
class C07OnePartitionManyNotationsTest {
    @Inject
    World world;

    private Person operator;
    private UUID tenant;
    private UUID fabric;

    @BeforeEach
    void thereIs8021() {
        world.reset();
        operator = world.operator("root");
        tenant = world.tenant("Aldermoor");
        fabric = new Cluster(operator).fabric("ib");
        create(tenant, "aldermoor-a", "0x8021").statusCode(201).body("pkey", equalTo("0x8021"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x0021", "0x21", "0X8021", " 0x8021 "})
    void otherSpellingsAreTheSamePartition(String pkey) {
        create(tenant, "another", pkey)
                .statusCode(409)
                .body("detail", containsString("0x8021 already exists (aldermoor-a)"));
        assertOnePartition();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8021", "33", "32801"})
    void bareNumbersAreNoNotation(String pkey) {
        create(tenant, "another", pkey)
                .statusCode(anyOf(equalTo(409), equalTo(422)))
                .body("detail", containsString(pkey));
        assertOnePartition();
    }

    private void assertOnePartition() {
        assertThat(world.strings("SELECT pkey FROM partition")).containsExactly(Integer.toString(0x21));
        assertThat(world.strings("SELECT pkey FROM pkey_slot WHERE state <> 'free'"))
                .containsExactly(Integer.toString(0x21));
        assertThat(world.count("audit_event", "action = 'partition.create' AND outcome = 'success'"))
                .isOne();
    }

    /** The operator hears whose it is, whichever tenant it acts for; a stranger hears one answer for everything. */
    @Test
    void whoseItIsHearsOnlyTheOperator() {
        UUID brackwater = world.tenant("Brackwater");
        create(brackwater, "mine", "0x8021")
                .statusCode(409)
                .body("detail", containsString("0x8021 already exists (aldermoor-a, tenant Aldermoor)"));

        Person stranger = world.tenantAdmin("brack", brackwater);
        stranger.api()
                .body(Map.of("fabric", fabric.toString(), "name", "mine", "pkey", "0x8021"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(403)
                .body("detail", containsString("partition:choose-pkey"))
                .body("detail", not(containsString("ldermoor")));
    }

    private ValidatableResponse create(UUID of, String name, String pkey) {
        return operator.apiFor(of)
                .body(Map.of("fabric", fabric.toString(), "name", name, "pkey", pkey))
                .post("/api/v1/partitions")
                .then();
    }
}
