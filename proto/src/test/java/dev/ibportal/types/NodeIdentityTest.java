package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.NodeIdentity.Role;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdentityTest {
    private static final UUID ID = UUID.fromString("5f0c1c1e-4a0b-4d6e-9a54-0123456789ab");

    @Test
    void isWrittenWithItsRolesInOneOrder() {
        NodeIdentity identity = new NodeIdentity(ID, Set.of(Role.SUBNET_MANAGER, Role.NODE));

        assertThat(identity.uri())
                .hasToString("ibportal://node/5f0c1c1e-4a0b-4d6e-9a54-0123456789ab?roles=node,subnet-manager");
        assertThat(NodeIdentity.parse(identity.toString())).isEqualTo(identity);
    }

    @Test
    void knowsItsRoles() {
        NodeIdentity identity = NodeIdentity.parse("ibportal://node/" + ID + "?roles=subnet-manager");

        assertThat(identity.has(Role.SUBNET_MANAGER)).isTrue();
        assertThat(identity.has(Role.NODE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spiffe://node/5f0c1c1e-4a0b-4d6e-9a54-0123456789ab?roles=node",
                "ibportal://node/5f0c1c1e-4a0b-4d6e-9a54-0123456789ab",
                "ibportal://node/5f0c1c1e-4a0b-4d6e-9a54-0123456789ab?roles=",
                "ibportal://node/5f0c1c1e?roles=node",
                "ibportal://node/5f0c1c1e-4a0b-4d6e-9a54-0123456789ab?roles=node,root"
            })
    void refusesWhatIsNoIdentity(String uri) {
        assertThatThrownBy(() -> NodeIdentity.parse(uri)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void hasAtLeastOneRole() {
        assertThatThrownBy(() -> new NodeIdentity(ID, Set.of())).hasMessageContaining("at least one role");
    }
}
