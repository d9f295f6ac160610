package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder {@code backends/PROFILE/BACK-END} holds what one back-end gets for one profile, byte for byte, as a tree of
 * the host; or the refusal. {@code -Dgolden.refresh=true} writes them anew, to be looked at.
 */
class GoldenFilesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/backends");
    private static final String REFUSAL = "refusal.txt";

    static Stream<Arguments> everyProfileOnEveryBackend() {
        return Profiles.all().stream()
                .flatMap(profile -> Stream.of(Kind.values()).map(kind -> Arguments.of(profile, kind)));
    }

    @ParameterizedTest
    @MethodSource("everyProfileOnEveryBackend")
    void theFilesAreTheGoldenOnes(String profile, Kind kind) throws IOException {
        Path folder = GOLDEN.resolve(profile).resolve(folder(kind));
        Map<String, String> made = made(kind, Profiles.named(profile));
        if (Boolean.getBoolean("golden.refresh")) {
            refresh(folder, made);
        }

        assertThat(read(folder)).isEqualTo(made);
    }

    private static String folder(Kind kind) {
        return kind.text().replaceAll("[^A-Za-z-]+", "-").replaceAll("-$", "");
    }

    private static Map<String, String> made(Kind kind, Profile profile) {
        Map<String, String> made = new TreeMap<>();
        Profiles.refusal(kind, profile)
                .ifPresentOrElse(
                        reason -> made.put(REFUSAL, reason + "\n"),
                        () -> Profiles.files(kind, profile)
                                .forEach(file -> made.put(file.path().substring(1), file.content())));
        return made;
    }

    private static Map<String, String> read(Path folder) throws IOException {
        Map<String, String> found = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    found.put(folder.relativize(file).toString(), Files.readString(file));
                }
            }
        }
        return found;
    }

    private static void refresh(Path folder, Map<String, String> made) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        for (Map.Entry<String, String> file : made.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFileTellsWhatItIsFor(Kind kind) {
        Profile profile = Profiles.named("tuned");
        Mark mark = new Mark(profile.interfaceId(), profile.port(), profile.pkey());

        for (KeptFile file : Profiles.files(kind, profile)) {
            assertThat(Mark.isOurs(file.content())).as(file.path()).isTrue();
            assertThat(Mark.isOurs("# somebody else's\n" + file.content())).isFalse();
            assertThat(Mark.of(file.content()).map(mark::equals).orElse(true))
                    .as(file.path())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSameProfileGivesTheSameBytes(Kind kind) {
        for (String name : Profiles.all()) {
            assertThat(Profiles.files(kind, Profiles.named(name)))
                    .isEqualTo(Profiles.files(kind, Profiles.named(name)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theModeIsTheOneThatTheReaderWants(Kind kind) {
        for (KeptFile file : Profiles.files(kind, Profiles.named("tuned"))) {
            boolean secret =
                    List.of("/etc/NetworkManager/", "/etc/netplan/").stream().anyMatch(file.path()::startsWith);
            assertThat(file.mode())
                    .as(file.path())
                    .isEqualTo(secret ? FileMode.OWNER_ONLY : FileMode.WORLD_READABLE)
                    .isEqualTo(Writer.modeOf(file.path()));
        }
    }
}
