package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.LabSubnetManager;
import dev.ibportal.e2e.lab.Ran;
import dev.ibportal.e2e.line.Partition.Member;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Two real OpenSMs, one of them standing by; what ports have is asked with {@code smpquery}. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
class TakeOverIT {
    private static final Duration SOON = Duration.ofSeconds(90);

    private Lab lab;
    private Line line;
    private Partition red;
    private Member stays;
    private Member leaves;

    @BeforeEach
    void up(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) {
        lab = Lab.builder().hosts(4).standby(2).management().up();
        line = Line.up(lab, folder);
        red = line.tenant("red", lab.host(3), lab.host(4)).partition("red", "10.60.0.0/24");
        stays = red.add(lab.host(3), "full");
        leaves = red.add(lab.host(4), "full");
        red.awaitInSync();
    }

    @AfterEach
    void down() {
        if (line != null) {
            line.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void bothHaveTheSameFileAndTheStandbyTakesOver() throws IOException {
        awaitSame();
        assertThat(Files.readString(second().partitionsFile()))
                .isEqualTo(Files.readString(first().partitionsFile()))
                .contains(lab.host(3).portGuid());
        assertThat(managers().path(0).path("mastery").asText()).isEqualTo("master");
        assertThat(managers().path(1).path("mastery").asText()).isEqualTo("standby");

        first().kill();

        until("host2 rules", () -> master().path("node").asText().equals("host2"));
        assertThat(master().path("before").asText()).isEqualTo("host1");
        assertThat(master().path("wasBehind").asBoolean()).isFalse();
        until(
                "the fabric is said to be ruled",
                () -> status().path("smState").asText().equals("running"));
        assertThat(hasKey(lab.host(3))).isTrue();
        assertThat(hasKey(lab.host(4))).isTrue();
        assertThat(stays.fabricState()).isEqualTo("effective");
        leaves.remove();
        until("the new one takes the key away", () -> !hasKey(lab.host(4)));
        assertThat(hasKey(lab.host(3))).isTrue();
        leaves.awaitAbsent();
        assertThat(events()).isEqualTo(1);
    }

    @Test
    void whatTookOverWithAnOlderFileIsNoticedAndToldAgain() {
        awaitSame();
        line.daemon(lab.host(2)).kill();
        Partition blue = line.tenant("blue", lab.host(3)).partition("blue", "10.61.0.0/24");
        Member added = blue.add(lab.host(3), "full");
        blue.awaitInSync();
        leaves.remove();
        until("the key is gone from the table", () -> !hasKey(lab.host(4)));

        until(
                "the standby is shown to be behind",
                () -> !managers().path(1).path("differsSince").isNull());
        until("nothing is released meanwhile", () -> reason(leaves).contains("host2"));
        assertThat(leaves.fabricState()).isEqualTo("leaving");

        first().kill();
        until("the older file is in force", () -> hasKey(lab.host(4)) && !hasKey(lab.host(3), blue));
        assertThat(leaves.fabricState()).isEqualTo("leaving");
        line.daemon(lab.host(2)).start();

        until("it is noticed", () -> master().path("node").asText().equals("host2"));
        assertThat(master().path("wasBehind").asBoolean()).isTrue();
        until("it is told again", () -> !hasKey(lab.host(4)) && hasKey(lab.host(3), blue) && hasKey(lab.host(3)));
        // The old one's file has not changed, but its OpenSM is dead; its daemon still says what it has.
        leaves.awaitAbsent();
        until("and read again", () -> added.fabricState().equals("effective"));
        awaitSame();
        assertThat(managers().path(1).path("lastWindowMs").asLong()).isPositive();
    }

    private LabSubnetManager first() {
        return lab.subnetManager();
    }

    private LabSubnetManager second() {
        return lab.standbys().get(0);
    }

    private static void until(String what, BooleanSupplier condition) {
        Waiting.until(SOON, () -> condition.getAsBoolean() ? Optional.empty() : Optional.of("not yet: " + what));
    }

    private void awaitSame() {
        until(
                "all have the newest configuration",
                () -> StreamSupport.stream(managers().spliterator(), false)
                        .allMatch(host -> host.path("differsSince").isNull()));
    }

    private JsonNode fabric() {
        String id = line.operator().list("/api/v1/fabrics").get(0).path("id").asText();
        return line.operator().get("/api/v1/fabrics/" + id);
    }

    private JsonNode status() {
        return fabric().path("status");
    }

    private JsonNode master() {
        return status().path("master");
    }

    private JsonNode managers() {
        return fabric().path("smHosts");
    }

    private static String reason(Member member) {
        return member.view().path("fabric").path("reason").asText();
    }

    private int events() {
        return (int) line.operator().list("/api/v1/audit-events").stream()
                .filter(event -> event.path("action").asText().equals("fabric.take-over"))
                .count();
    }

    private boolean hasKey(LabHost host) {
        return hasKey(host, red);
    }

    /** As the port itself says. */
    private static boolean hasKey(LabHost host, Partition partition) {
        Ran table = host.tool("smpquery", "-D", "pkeys", "0");
        return table.ok()
                && Pattern.compile(partition.pkey()).matcher(table.out()).find();
    }
}
