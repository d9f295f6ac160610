package dev.ibportal.portal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@SuppressWarnings("NullAway.Init")
class C09GuidNotationsTest {
    @Inject
    World world;

    private Person operator;
    private UUID n101;
    private UUID n102;

    @BeforeEach
    void n101HasThePort() {
        world.reset();
        operator = world.operator("root");
        Cluster cluster = new Cluster(operator);
        cluster.fabric("ib");
        n101 = cluster.node("n101");
        n102 = cluster.node("n102");
        register(n101, "0x02a1f00300c0ffee").statusCode(201).body("guid", equalTo("0x02a1f00300c0ffee"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"02A1F00300C0FFEE", "02:a1:f0:03:00:c0:ff:ee", "02a1:f003:00c0:ffee", "0x2a1f00300c0ffee"})
    void otherNotationsAreTheSamePort(String guid) {
        register(n102, guid).statusCode(409).body("detail", containsString("already registered for n101"));
    }

    @Test
    void onAnotherFabricBothAreNamed() {
        new Cluster(operator).fabric("west");

        operator.api()
                .body(Map.of("guid", "0x02a1f00300c0ffee", "fabric", "west"))
                .post("/api/v1/nodes/{id}/ports", n102)
                .then()
                .statusCode(409)
                .body("type", containsString("port-on-two-fabrics"))
                .body("detail", containsString("on fabric ib and cannot be on fabric west too"))
                .body("fabric", equalTo("ib"))
                .body("otherFabric", equalTo("west"));
    }

    @Test
    void aTwentyByteAddressIsNoGuid() {
        register(n102, "80:00:02:08:fe:80:00:00:00:00:00:00:02:a1:f0:03:00:c0:ff:ee")
                .statusCode(anyOf(equalTo(409), equalTo(422)))
                .body("detail", containsString("not an 8-byte GUID"));
    }

    @Test
    void anEthernetAddressIsNoGuid() {
        register(n102, "02:a1:f0:c0:ff:ee").statusCode(422).body("detail", containsString("8 bytes expected, 6 given"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x02a1f00300c0ffee1", "189696555014488046"})
    void norIsALongerOrADecimalNumber(String guid) {
        register(n102, guid).statusCode(422).body("errors[0].field", equalTo("guid"));
    }

    @AfterEach
    void exactlyOnePortIsRegistered() {
        assertThat(world.strings("SELECT guid FROM port")).containsExactly("0x02a1f00300c0ffee");
        assertThat(world.count("audit_event", "action = 'port.register' AND outcome = 'success'"))
                .isOne();
    }

    private ValidatableResponse register(UUID node, String guid) {
        return operator.api()
                .body(Map.of("guid", guid, "fabric", "ib"))
                .post("/api/v1/nodes/{id}/ports", node)
                .then();
    }
}
