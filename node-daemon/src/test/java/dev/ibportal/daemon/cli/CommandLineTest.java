package dev.ibportal.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.testing.FakePortal;
import dev.ibportal.daemon.testing.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
    private final FakePortal portal = new FakePortal(new TestCa("portal"));
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    Path dir;

    private Path config;

    @BeforeEach
    void configure() throws IOException {
        config = Files.writeString(
                dir.resolve("ibnoded.properties"),
                "portal.address=" + portal.address() + "\nstate.dir=" + dir.resolve("state") + "\nhost.root="
                        + Files.createDirectory(dir.resolve("root")) + "\n");
        PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
    }

    @AfterEach
    void close() {
        System.setOut(out);
        System.setErr(err);
        portal.close();
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "--config";
        all[1] = config.toString();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        said.reset();
        return IbnodedCommand.run(all);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private String token(int number, String refusal) throws IOException {
        return Files.writeString(
                        dir.resolve("token" + number),
                        portal.token(number, refusal.isEmpty() ? null : refusal).text() + "\n")
                .toString();
    }

    @Test
    void withoutEnrolmentThereIsNothingToRunOrShow() {
        assertThat(run("status")).isEqualTo(ExitCode.NOT_ENROLLED);
        assertThat(said()).contains("not enrolled", "ibnoded enrol");
        assertThat(run("run")).isEqualTo(ExitCode.NOT_ENROLLED);
    }

    @Test
    void enrolsOnceAndShowsThatNothingRunsYet() throws IOException {
        assertThat(run("enrol", "--token-file", token(1, ""))).isZero();
        assertThat(said()).contains("enrolled as node " + FakePortal.NODE.nodeId(), "node, subnet-manager");

        assertThat(run("status")).isEqualTo(ExitCode.NOT_CONNECTED);
        assertThat(said()).contains("does not run");
        assertThat(run("status", "--json")).isEqualTo(ExitCode.NOT_CONNECTED);
        assertThat(said())
                .contains("\"running\" : false", FakePortal.NODE.nodeId().toString());

        assertThat(run("enrol", "--token-file", token(2, ""))).isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("enrolled already", "--replace");
        assertThat(run("enrol", "--token-file", token(3, ""), "--replace")).isZero();
    }

    @Test
    void refusalsHaveTheirExitCodes() throws IOException {
        assertThat(run("enrol", "--token-file", token(4, "enrolment-token.used")))
                .isEqualTo(ExitCode.TOKEN_REFUSED);
        assertThat(said()).contains("enrolment-token.used", "make a new one");

        Path foreign = Files.writeString(
                dir.resolve("foreign"), new TestCa("other").token((byte) 9).text());
        assertThat(run("enrol", "--token-file", foreign.toString())).isEqualTo(ExitCode.WRONG_CA);
        assertThat(said()).contains("is not the portal that this token is for");

        Path broken = Files.writeString(dir.resolve("broken"), "hello");
        assertThat(run("enrol", "--token-file", broken.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(said()).contains("not an enrolment token");

        assertThat(run("enrol", "--token-file", dir.resolve("none").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("none");

        portal.stop();
        assertThat(run("enrol", "--token-file", token(5, ""))).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(said()).contains("cannot be reached");
    }

    @Test
    void wrongUsageSaysSo() {
        assertThat(IbnodedCommand.run("--config", "/nowhere.properties", "status"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(said()).contains("/nowhere.properties");
        assertThat(run("enrol")).isEqualTo(ExitCode.USAGE);
        assertThat(said()).contains("--token-file");
    }
}
