package dev.ibportal.daemon.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ibportal.agent.v1.DriverArtifact;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mirrors on loopback: a good one, one that has something else, one that breaks off, and one that knows no parts. */
class ArtifactStoreTest {
    private static final byte[] CONTENT = "a package of drivers ".repeat(20_000).getBytes(UTF_8);

    @TempDir
    Path dir;

    private final List<String> asked = new ArrayList<>();
    private final List<Integer> percents = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/good", exchange -> answer(exchange, CONTENT, true));
        server.createContext("/whole", exchange -> answer(exchange, CONTENT, false));
        server.createContext("/wrong", exchange -> answer(exchange, "something else".getBytes(UTF_8), false));
        server.createContext("/breaks", exchange -> {
            note(exchange);
            exchange.sendResponseHeaders(200, CONTENT.length);
            exchange.getResponseBody().write(CONTENT, 0, CONTENT.length / 2);
            exchange.getResponseBody().flush();
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void note(HttpExchange exchange) {
        String range = exchange.getRequestHeaders().getFirst("Range");
        asked.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
    }

    private void answer(HttpExchange exchange, byte[] content, boolean parts) throws IOException {
        note(exchange);
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = parts && range != null ? Integer.parseInt(range.replaceAll("[^0-9]", "")) : 0;
        byte[] sent = Arrays.copyOfRange(content, from, content.length);
        if (from > 0) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
        }
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, sent.length);
        exchange.getResponseBody().write(sent);
        exchange.close();
    }

    private static String sum() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private DriverArtifact.Builder artifact(String... mirrors) {
        return DriverArtifact.newBuilder()
                .setName("ofed-24.10.tgz")
                .setSha256(sum())
                .setSize(CONTENT.length)
                .addAllMirrors(Stream.of(mirrors)
                        .map(path -> "http://127.0.0.1:" + server.getAddress().getPort() + path)
                        .toList());
    }

    private ArtifactStore.Fetched fetch(DriverArtifact.Builder artifact) {
        return new ArtifactStore(dir.resolve("store"))
                .fetch(Artifact.of(artifact.build()), Duration.ofMinutes(2), percents::add);
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("store"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void aWholeFileIsReadableByRootOnlyAndIsNotFetchedAgain() throws IOException {
        Path file = fetch(artifact("/good")).file().orElseThrow();

        assertThat(file).hasBinaryContent(CONTENT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(percents).isSorted().endsWith(100);
        assertThat(fetch(artifact("/good")).file()).contains(file);
        assertThat(asked).containsExactly("/good");
    }

    @Test
    void theNextMirrorGoesOnWhereTheLastOneBrokeOff() {
        ArtifactStore.Fetched fetched = fetch(artifact("/none", "/breaks", "/good"));

        assertThat(fetched.file()).hasValueSatisfying(file -> assertThat(file).hasBinaryContent(CONTENT));
        assertThat(fetched.troubles()).isEmpty();
        assertThat(asked).hasSize(2).first().isEqualTo("/breaks");
        assertThat(asked.get(1)).startsWith("/good bytes=");
    }

    /** What a mirror that lies left behind does not spoil what comes from one that does not. */
    @Test
    void aBeginningFromAWrongMirrorIsThrownAway() throws IOException {
        Files.createDirectories(dir.resolve("store"));
        Files.writeString(dir.resolve("store").resolve(sum() + ".part"), "something else");

        assertThat(fetch(artifact("/good")).file())
                .hasValueSatisfying(file -> assertThat(file).hasBinaryContent(CONTENT));
        assertThat(asked).containsExactly("/good bytes=14-", "/good");
    }

    @Test
    void aMirrorThatKnowsNoPartsSendsAllOfIt() throws IOException {
        Files.createDirectories(dir.resolve("store"));
        Files.write(dir.resolve("store").resolve(sum() + ".part"), Arrays.copyOf(CONTENT, 1000));

        assertThat(fetch(artifact("/whole")).file())
                .hasValueSatisfying(file -> assertThat(file).hasBinaryContent(CONTENT));
    }

    @Test
    void aWrongChecksumLeavesNothingBehind() throws IOException {
        ArtifactStore.Fetched fetched = fetch(artifact("/wrong"));

        assertThat(fetched.file()).isEmpty();
        assertThat(fetched.troubles()).singleElement().satisfies(trouble -> {
            assertThat(trouble.code()).isEqualTo("artifact.checksum");
            assertThat(trouble.text()).contains("/wrong", sum());
        });
        assertThat(kept()).isEmpty();
    }

    @Test
    void aFileThatGrowsBeyondItsSizeIsStopped() {
        assertThat(fetch(artifact("/good").setSize(1000)).troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.text()).contains("larger than the 1000 bytes"));
    }

    /** 420,000 bytes at 1,000,000 bytes each second. */
    @Test
    void theRateIsKept() {
        long begun = System.nanoTime();

        assertThat(fetch(artifact("/good").setRateLimit(1_000_000)).file()).isPresent();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(400));
    }

    @Test
    void aFileOnTheNodeIsComparedToo() throws IOException {
        Path file = Files.write(dir.resolve("brought.tgz"), CONTENT);

        assertThat(fetch(artifact().addMirrors(file.toUri().toString())).file()).isPresent();
        Files.writeString(dir.resolve("brought.tgz"), "something else");
        assertThat(fetch(artifact().setName("other.tgz").addMirrors(file.toUri().toString()))
                        .troubles())
                .extracting(Trouble::code)
                .containsExactly("artifact.checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../etc/passwd", "", ".hidden", "a/b", "-rf"})
    void aNameThatIsAPathIsRefused(String name) {
        DriverArtifact wrong = artifact("/good").setName(name).build();

        assertThatThrownBy(() -> Artifact.of(wrong))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("plain file name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://mirror/x", "mailto:root", "relative/x", "http://a b/"})
    void anAddressOfAnotherKindIsRefused(String address) {
        DriverArtifact wrong = artifact().addMirrors(address).build();

        assertThatThrownBy(() -> Artifact.of(wrong)).isInstanceOf(InvalidValueException.class);
    }
}
