package dev.ibportal.portal.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.config.PortalSettings;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientAddressTest {
    private static ClientAddress behind(String proxies) {
        return new ClientAddress(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PortalSettings.class)
                .withDefaultValue("ibportal.web.behind-tls-proxy", String.valueOf(!proxies.isEmpty()))
                .withDefaultValue("ibportal.web.trusted-proxies", proxies.isEmpty() ? "10.0.0.1" : proxies)
                .build()
                .getConfigMapping(PortalSettings.class));
    }

    @Test
    void withoutAProxyNobodyIsBelieved() {
        assertThat(behind("").of("10.0.0.1", List.of("203.0.113.9"))).isEqualTo("10.0.0.1");
    }

    @Test
    void theProxysWordIsBelievedAndTheClientsIsNot() {
        ClientAddress addresses = behind("10.0.0.1,10.0.1.0/24,2001:db8::/64");

        assertThat(addresses.of("10.0.0.1", List.of("203.0.113.9"))).isEqualTo("203.0.113.9");
        assertThat(addresses.of("10.0.0.1", List.of("1.2.3.4", "203.0.113.9")))
                .as("the first one was written by the client")
                .isEqualTo("203.0.113.9");
        assertThat(addresses.of("10.0.0.1", List.of("1.2.3.4", "203.0.113.9", "10.0.1.7")))
                .as("through two proxies")
                .isEqualTo("203.0.113.9");
        assertThat(addresses.of("2001:db8::5", List.of("2001:db8:1::1"))).isEqualTo("2001:db8:1::1");
        assertThat(addresses.of("10.0.0.2", List.of("203.0.113.9"))).isEqualTo("10.0.0.2");
        assertThat(addresses.of("10.0.0.1", List.of("unknown"))).isEqualTo("10.0.0.1");
        assertThat(addresses.of("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
    }
}
