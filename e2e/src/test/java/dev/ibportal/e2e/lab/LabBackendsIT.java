package dev.ibportal.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a host's interfaces after a reboot is what its files say, read by the real back-ends. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup", "nmcli"},
        root = true)
class LabBackendsIT {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String PROFILE = "/etc/NetworkManager/system-connections/ib0.9001.nmconnection";

    private Lab lab;

    @BeforeEach
    void up() {
        lab = Lab.builder().hosts(2).keptBy(2, Lab.Keeper.NETWORKMANAGER).up();
        lab.subnetManager()
                .partitions("Default=0x7fff, ipoib : ALL=limited, SELF=full ;\nred=0x1001, ipoib : ALL=full ;\n");
    }

    @AfterEach
    void down() {
        lab.close();
    }

    @Test
    void ifupdownBringsItsStanzaBack() throws IOException {
        LabHost host = lab.host(1);
        Endpoint.create(host, "0x9001", "10.60.0.99", 24);
        Files.writeString(host.root().resolve("etc/network/interfaces.d/red"), """
                auto ib0.9001
                iface ib0.9001 inet static
                    address 10.60.0.1/24
                    mtu 1500
                """);
        host.reboot().orThrow();
        assertIsBack(host);
    }

    @Test
    void networkManagerBringsItsProfileBack() throws IOException {
        LabHost host = lab.host(2);
        Path file = host.root().resolve(PROFILE.substring(1));
        Files.writeString(file, """
                [connection]
                id=ib0.9001
                uuid=5f0c1a52-6f0e-4b58-9a3b-1d2a7c9f0a02
                type=infiniband
                interface-name=ib0.9001

                [infiniband]
                mtu=1500
                p-key=36865
                parent=ib0
                transport-mode=datagram

                [ipv4]
                method=manual
                address1=10.60.0.1/24

                [ipv6]
                method=disabled
                """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(host.tool("nmcli", "connection", "load", PROFILE).err()).contains("Could not load file");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        host.reboot().orThrow();
        assertIsBack(host);
        host.tool("nmcli", "connection", "delete", "uuid", "5f0c1a52-6f0e-4b58-9a3b-1d2a7c9f0a02")
                .orThrow();
        assertThat(host.link("ib0.9001")).isEmpty();
        assertThat(file).doesNotExist();
    }

    private static void assertIsBack(LabHost host) {
        await().atMost(SOON).until(() -> host.hasCarrier("ib0.9001"));
        JsonNode link = host.link("ib0.9001").orElseThrow();
        assertThat(link.at("/linkinfo/info_data/key").asText()).isEqualTo("0x9001");
        assertThat(link.at("/mtu").asInt()).isEqualTo(1500);
        assertThat(host.addresses("ib0.9001")).containsExactly("10.60.0.1/24");
    }
}
