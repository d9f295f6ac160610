package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.inventory.Backend;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each folder of {@code persist} holds what one back-end gets for one profile, byte for byte. */
class GoldenFilesTest {
    @ParameterizedTest
    @CsvSource({
        "IFUPDOWN, both-families",
        "IFUPDOWN, bare",
        "IFUPDOWN, connected",
        "NETWORK_MANAGER, both-families",
        "NETWORK_MANAGER, bare",
        "NETWORK_MANAGER, connected"
    })
    void theFileIsTheGoldenOne(Backend.Kind kind, String profile) throws IOException {
        String golden = "/persist/" + profile + "/" + kind.text();
        try (InputStream stream = getClass().getResourceAsStream(golden)) {
            assertThat(stream).as(golden).isNotNull();
            assertThat(Profiles.onlyFile(kind, Profiles.named(profile)).content())
                    .isEqualTo(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileTellsWhatItIsFor(Backend.Kind kind) {
        Profile profile = Profiles.named("both-families");

        assertThat(Mark.of(Profiles.onlyFile(kind, profile).content()))
                .contains(new Mark(profile.interfaceId(), profile.port(), profile.pkey()));
        assertThat(Mark.of(
                        "# somebody else's\n" + Profiles.onlyFile(kind, profile).content()))
                .isEmpty();
    }

    @Test
    void interfacesThatDoesNotReadTheDirectoryIsAnObstacle() throws IOException {
        MemoryFiles files = new MemoryFiles();
        Writer writer = Writer.of(Backend.Kind.IFUPDOWN);
        files.write("/etc/network/interfaces", "auto lo\n", FileMode.WORLD_READABLE);
        assertThat(writer.obstacle(Profiles.named("bare"), writer.observe(files))
                        .orElseThrow())
                .contains("/etc/network/interfaces", "source /etc/network/interfaces.d/*");

        for (String line : new String[] {
            "source /etc/network/interfaces.d/*", "source-directory /etc/network/interfaces.d", "source interfaces.d/*"
        }) {
            files.write("/etc/network/interfaces", line + "\n", FileMode.WORLD_READABLE);
            assertThat(writer.obstacle(Profiles.named("bare"), writer.observe(files)))
                    .as(line)
                    .isEmpty();
        }
    }

    @Test
    void aForeignStanzaIsAnObstacleAndLeftAlone() throws IOException {
        MemoryFiles files = new MemoryFiles();
        Writer writer = Writer.of(Backend.Kind.IFUPDOWN);
        files.write(
                "/etc/network/interfaces",
                "source /etc/network/interfaces.d/*\niface ib0.8005 inet manual\n",
                FileMode.WORLD_READABLE);

        assertThat(writer.obstacle(Profiles.named("bare"), writer.observe(files))
                        .orElseThrow())
                .contains("/etc/network/interfaces", "ib0.8005", "not ours");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interface-name=ib0.8005",
                "p-key=32773;parent=ib0",
                "p-key=5;parent=ib0",
                "p-key=0x8005;parent=ib0"
            })
    void aForeignProfileIsAnObstacle(String lines) throws IOException {
        MemoryFiles files = new MemoryFiles();
        Writer writer = Writer.of(Backend.Kind.NETWORK_MANAGER);
        files.write(
                "/etc/NetworkManager/system-connections/by-hand.nmconnection",
                "[infiniband]\n" + lines.replace(';', '\n') + "\n",
                FileMode.OWNER_ONLY);

        assertThat(writer.obstacle(Profiles.named("bare"), writer.observe(files))
                        .orElseThrow())
                .contains("by-hand.nmconnection", "not ours");
    }
}
