package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VendoredFilesTest {
    private static final Path VENDOR = Path.of("src/main/resources/META-INF/resources/vendor");

    @Test
    void eachVendoredFileIsTheOneInTheLock() throws IOException {
        Map<String, String> locked = lines("file").collect(Collectors.toMap(cells -> cells[1], cells -> cells[2]));

        assertThat(sums()).isNotEmpty().isEqualTo(new TreeMap<>(locked));
    }

    @Test
    void eachFolderHasItsPackageVersionAndLicenceInTheLock() throws IOException {
        List<String> locked = lines("package")
                .map(cells -> cells[1].replace("@", "").replace('/', '-') + "-" + cells[2])
                .toList();
        try (Stream<Path> folders = Files.list(VENDOR).filter(Files::isDirectory)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(locked)
                    .allSatisfy(folder -> assertThat(VENDOR.resolve(folder).resolve("LICENSE"))
                            .isNotEmptyFile());
        }
        assertThat(lines("package")).allSatisfy(cells -> {
            assertThat(cells[3]).isIn("MIT", "0BSD");
            assertThat(cells[4]).startsWith("sha512-");
        });
    }

    private static Stream<String[]> lines(String kind) throws IOException {
        return Files.readAllLines(VENDOR.resolve("VENDOR.lock")).stream()
                .map(line -> line.split("\t", -1))
                .filter(cells -> cells[0].equals(kind));
    }

    private static Map<String, String> sums() throws IOException {
        try (Stream<Path> files = Files.walk(VENDOR)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("VENDOR.lock"))
                    .collect(Collectors.toMap(
                            file -> VENDOR.relativize(file).toString(),
                            VendoredFilesTest::sum,
                            (a, b) -> a,
                            TreeMap::new));
        }
    }

    private static String sum(Path file) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
            return "sha512-" + Base64.getEncoder().encodeToString(digest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
