package dev.ibportal.portal.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeUpTest {
    private static final UUID ID = UUID.fromString("5f0c1c1e-4a0b-4d6e-9a54-0123456789ab");

    @Test
    void readsWhatTheTriggersSend() {
        assertThat(WakeUp.parse("fabric " + ID)).contains(new WakeUp.Fabric(ID));
        assertThat(WakeUp.parse("node " + ID)).contains(new WakeUp.Node(ID));
        assertThat(WakeUp.parse("nodes")).contains(new WakeUp.Nodes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fabric", "node", "fabric x", "fabric 1-2 3", "rollout 1"})
    void passesOverWhatItDoesNotKnow(String payload) {
        assertThat(WakeUp.parse(payload)).isEmpty();
    }
}
