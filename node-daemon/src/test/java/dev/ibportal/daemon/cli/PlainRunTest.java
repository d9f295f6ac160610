package dev.ibportal.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainRunTest {
    @TempDir
    Path dir;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

    @Test
    void theUsualWordsAreUnderstood() {
        assertThat(PlainRun.configOf("run")).contains(DaemonConfig.USUAL_FILE);
        assertThat(PlainRun.configOf("--config", "/x/y", "run")).contains(Path.of("/x/y"));
    }

    @Test
    void othersAreLeftToTheLibrary() {
        assertThat(PlainRun.configOf()).isEmpty();
        assertThat(PlainRun.configOf("--help")).isEmpty();
        assertThat(PlainRun.configOf("run", "--help")).isEmpty();
        assertThat(PlainRun.configOf("--config", "/x/y", "status")).isEmpty();
        assertThat(PlainRun.configOf("--config", "run")).isEmpty();
        assertThat(PlainRun.configOf("--config=/x/y", "run")).isEmpty();
        assertThat(PlainRun.run(err, "status")).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void expectedTroubleIsOneSentenceAndTheSameExitCode() throws IOException {
        assertThat(PlainRun.run(err, "--config", "/nowhere.properties", "run")).hasValue(ExitCode.USAGE);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("ibnoded: ")
                .contains("/nowhere.properties")
                .hasLineCount(1);

        Path config = Files.writeString(
                dir.resolve("ibnoded.properties"),
                "portal.address=localhost:1\nstate.dir=" + dir.resolve("state") + "\n");
        said.reset();
        assertThat(PlainRun.run(err, "--config", config.toString(), "run")).hasValue(ExitCode.NOT_ENROLLED);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("not enrolled", "ibnoded enrol");
    }
}
