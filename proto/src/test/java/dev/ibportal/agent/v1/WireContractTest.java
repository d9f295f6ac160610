package dev.ibportal.agent.v1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Daemons may be one minor version older than their portal, so the wire format only grows. The baseline is the last
 * released state; a release records its own with {@code buf build --as-file-descriptor-set --exclude-source-info -o
 * api/agent-v1.binpb}, run in this module.
 */
@RequiresTools("buf")
class WireContractTest {
    private static final String BASELINE = "api/agent-v1.binpb";

    @TempDir
    private Path cache;

    @Test
    void followsTheStyleOfTheField() throws Exception {
        assertThat(buf("lint")).isEmpty();
    }

    @Test
    void breaksNoDaemonOfTheLastRelease() throws Exception {
        assertThat(buf("breaking", "--against", BASELINE)).isEmpty();
    }

    /** What it complains about; empty when all is well. */
    private String buf(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("buf"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BUF_CACHE_DIR", cache.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0 ? "" : "exit code " + process.exitValue() + "\n" + output;
    }
}
