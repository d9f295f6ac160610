package dev.ibportal.daemon.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateDirTest {
    private static final int ROUNDS = 12;
    private static final int MOST_WRITES = 25;

    @TempDir
    Path dir;

    @Test
    void readsWhatWasWrittenLast() {
        StateDir state = StateDir.open(dir.resolve("state"));
        state.write("one", bytes("first"));
        state.write("one", bytes("second"));

        assertThat(state.read("one")).get().isEqualTo(bytes("second"));
        assertThat(state.read("two")).isEmpty();
        assertThat(state.names()).containsExactly("one");
    }

    @Test
    void filesAreTheOwnersOnly() throws IOException {
        StateDir.open(dir.resolve("state")).write("one", bytes("secret"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("state/one"))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out", "a/b", ".hidden", "..", "/etc/passwd"})
    void aNameThatLeadsElsewhereIsRefused(String name) {
        StateDir state = StateDir.open(dir);
        assertThatThrownBy(() -> state.write(name, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void belongsToOneProcess() throws IOException, InterruptedException {
        try (StateLock owned = StateDir.open(dir).own()) {
            System.gc();
            Process second = java("dev.ibportal.daemon.state.StateDirTest$Owner", dir.toString());
            assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(second.exitValue()).isEqualTo(9);
            assertThat(owned.dir().path()).isEqualTo(dir);
        }
    }

    @Test
    void isFreeAgainOnceGivenBack() {
        StateDir state = StateDir.open(dir);
        try (StateLock first = state.own()) {
            assertThat(first.dir().ownIfFree()).isEmpty();
            assertThatThrownBy(state::own).hasMessageContaining("another ibnoded uses it");
        }
        assertThat(state.ownIfFree()).hasValueSatisfying(StateLock::close);
    }

    @Test
    void dropsWhatAnInterruptedWriteLeft() throws IOException {
        Files.writeString(dir.resolve(".tmp-123"), "half");
        StateDir.open(dir).own().close();
        assertThat(dir.resolve(".tmp-123")).doesNotExist();
    }

    @Test
    void saysWhichFileCouldNotBeWritten() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> StateDir.open(file.resolve("below")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
    }

    /** A process that is killed while it writes leaves a whole file, whatever the moment. */
    @Test
    void survivesBeingKilledAtAnyMoment() throws IOException, InterruptedException {
        Random random = new Random(20_261_130);
        StateDir state = StateDir.open(dir);
        state.write("file", new byte[] {0});
        for (int round = 0; round < ROUNDS; round++) {
            Process writer = java("dev.ibportal.daemon.state.StateDirTest$Writer", dir.toString());
            int writes = 1 + random.nextInt(MOST_WRITES);
            assertThat(writer.getInputStream().readNBytes(writes))
                    .as("writes told of before the kill")
                    .hasSize(writes);
            writer.destroyForcibly().waitFor();

            byte[] content = state.read("file").orElseThrow();
            byte[] whole = new byte[Writer.SIZE];
            Arrays.fill(whole, content[0]);
            assertThat(content).isEqualTo(whole);
        }
    }

    private static Process java(String main, String argument) throws IOException {
        return new ProcessBuilder(List.of(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main,
                        argument))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes one file over and over, each time filled with another byte, and says so each time with one byte. */
    static final class Writer {
        static final int SIZE = 200_000;

        public static void main(String[] arguments) throws IOException {
            StateDir state = StateDir.open(Path.of(arguments[0]));
            OutputStream told = new FileOutputStream(FileDescriptor.out);
            byte[] content = new byte[SIZE];
            for (int i = 0; ; i++) {
                Arrays.fill(content, (byte) i);
                state.write("file", content);
                told.write('.');
            }
        }
    }

    /** Ends with 9 when it cannot have the directory. */
    static final class Owner {
        public static void main(String[] arguments) {
            try {
                StateDir.open(Path.of(arguments[0])).own();
            } catch (UncheckedIOException e) {
                System.exit(9);
            }
        }
    }
}
