package dev.ibportal.daemon.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RawOutputsTest {
    private static final Instant AT = Instant.parse("2031-05-04T03:02:01Z");

    private final RawOutputs raw = new RawOutputs(Clock.fixed(AT, ZoneOffset.UTC));

    @Test
    void whatAProgramPrintedIsKeptWithHowItEnded() {
        raw.keep(CommandResult.exited(Command.of("sminfo", "-t", "400"), 1, "out", "err"));
        raw.keep(CommandResult.notStarted(Command.of("arping"), "no such program"));

        assertThat(raw.all())
                .extracting(RawOutput::getCommand, RawOutput::getEnding, RawOutput::getOutput, RawOutput::getErrors)
                .containsExactly(
                        tuple("sminfo -t 400", "ended with status 1", "out", "err"),
                        tuple("arping", "could not be started", "", "no such program"));
        assertThat(raw.all().get(0).getAt().getSeconds()).isEqualTo(AT.getEpochSecond());
    }

    @Test
    void whatIsLongIsCutAndTogetherTheyFitIntoAMessage() {
        for (int i = 0; i < 20; i++) {
            raw.keep(CommandResult.exited(Command.of("dmesg"), 0, "x".repeat(40_000), ""));
        }

        assertThat(raw.all()).hasSize(20);
        assertThat(raw.all().get(0).getOutput()).endsWith("(cut)");
        assertThat(raw.all().get(19).getOutput()).contains("left out");
        assertThat(raw.all().stream().mapToInt(RawOutput::getSerializedSize).sum())
                .isLessThan(200_000);
    }
}
