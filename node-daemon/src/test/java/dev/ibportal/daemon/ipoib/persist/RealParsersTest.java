package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.testing.RequiresTools;
import dev.ibportal.testing.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files as the network services themselves understand them. Nothing is configured: they only parse. */
class RealParsersTest {
    @TempDir
    private Path temp;

    static Stream<String> profiles() {
        return Profiles.all().stream();
    }

    private record Ended(int status, String output) {}

    private Ended run(Path input, String... argv) throws Exception {
        List<String> words = new ArrayList<>(List.of(argv));
        words.set(0, Tools.find(argv[0]).orElseThrow().toString());
        Path output = temp.resolve("output");
        Process process = new ProcessBuilder(words)
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", words).isTrue();
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private Path interfaces(String how, Profile profile) throws IOException {
        KeptFile kept = Profiles.onlyFile(Backend.Kind.IFUPDOWN, profile);
        Path directory = Files.createDirectories(temp.resolve("interfaces.d"));
        Path name = Path.of(kept.path()).getFileName();
        Files.writeString(directory.resolve(String.valueOf(name)), kept.content());
        return Files.writeString(temp.resolve("interfaces"), how.replace("DIR", directory.toString()) + "\n");
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools({"ifquery", "ifup"})
    void ifupdownTakesTheStanza(String name) throws Exception {
        Profile profile = Profiles.named(name);
        Path file = interfaces("source DIR/*", profile);
        Path state = Files.createDirectories(temp.resolve("state"));

        Ended list = run(file, "ifquery", "-i", file.toString(), "--list", "-a");
        Ended up = run(
                file,
                "ifup",
                "-v",
                "-i",
                file.toString(),
                "--state-dir",
                state.toString(),
                "--no-act",
                "--force",
                "ib0.8005");

        assertThat(list.status()).as(list.output()).isZero();
        assertThat(list.output().lines()).contains("ib0.8005");
        assertThat(up.status()).as(up.output()).isZero();
        assertThat(up.output())
                .containsSubsequence(
                        "ip link set dev ib0 up",
                        "type ipoib pkey 0x8005 mode " + profile.mode().text(),
                        "ip link set dev ib0.8005");
        profile.addresses()
                .forEach(address -> assertThat(up.output())
                        .contains("addr add " + address.address().toString()));
        profile.mtu().ifPresent(mtu -> assertThat(up.output()).contains("mtu " + mtu));
    }

    @Test
    @RequiresTools("ifquery")
    void ifupdownSeesTheFileThroughSourceDirectoryToo() throws Exception {
        Path file = interfaces("source-directory DIR", Profiles.named("bare"));

        assertThat(run(file, "ifquery", "-i", file.toString(), "--list", "-a")
                        .output()
                        .lines())
                .contains("ib0.8005");
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools("nmcli")
    void networkManagerReadsBackEveryValue(String name) throws Exception {
        Profile profile = Profiles.named(name);
        Path file = Files.writeString(
                temp.resolve("profile"),
                Profiles.onlyFile(Backend.Kind.NETWORK_MANAGER, profile).content());

        Ended read = run(file, "nmcli", "--offline", "connection", "modify", "connection.autoconnect", "yes");

        assertThat(read.status()).as(read.output()).isZero();
        assertThat(read.output().lines())
                .contains(
                        "id=ib0.8005",
                        "uuid=" + KeyfileWriter.uuid(profile.interfaceId()),
                        "type=infiniband",
                        "interface-name=ib0.8005",
                        "p-key=32773",
                        "parent=ib0",
                        "transport-mode=" + profile.mode().text());
        profile.mtu().ifPresent(mtu -> assertThat(read.output()).contains("\nmtu=" + mtu + "\n"));
        profile.addresses().forEach(address -> assertThat(read.output()).contains("=" + address + "\n"));
    }
}
