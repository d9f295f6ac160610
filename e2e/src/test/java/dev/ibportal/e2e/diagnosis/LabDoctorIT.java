package dev.ibportal.e2e.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.demo.Layout;
import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.e2e.lab.Endpoint;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.Ran;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be broken in the lab is really broken there, found by the real tools on both hosts, and named right. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "saquery", "sminfo", "ip", "nsenter", "python3", "gcc", "ping", "nft"},
        root = true)
class LabDoctorIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String DEVICE = "ib0.9001";

    @TempDir
    private Path dir;

    private Lab lab;
    private LabHost a;
    private LabHost b;
    private Endpoint here;
    private Endpoint there;

    @BeforeEach
    void up() {
        lab = Lab.builder().hosts(3).up();
        a = lab.host(2);
        b = lab.host(3);
        red(a.portGuid() + "=full, " + b.portGuid() + "=full");
        here = Endpoint.create(a, "0x9001", "10.60.0.2", 24);
        there = Endpoint.create(b, "0x9001", "10.60.0.3", 24);
        await().atMost(SOON).until(() -> here.hasCarrier() && there.hasCarrier());
        await().atMost(SOON).until(() -> here.pings(there));
    }

    @AfterEach
    void down() {
        lab.close();
    }

    private void red(String members) {
        lab.subnetManager()
                .partitions(
                        "Default=0x7fff, ipoib : ALL=limited, SELF=full ;\nred=0x1001, ipoib : " + members + " ;\n");
    }

    private KnownCause named() {
        return named(there.address(), true);
    }

    private KnownCause named(String peer, boolean bothEnds) {
        Facts first = facts(a, peer, b);
        Facts second = bothEnds ? facts(b, here.address(), a) : Facts.NONE;
        Diagnosis diagnosis = Doctor.judge(new Case(first, second, Facts.NONE));
        return diagnosis
                .primary()
                .orElseThrow(() -> new AssertionError("no cause named: " + diagnosis.links()))
                .cause()
                .known();
    }

    private Ran diagnose(LabHost host, String... options) {
        Layout layout = new Layout(Path.of("..").toAbsolutePath(), dir);
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + layout.daemonOptions(),
                "-jar",
                layout.daemonJar().toString(),
                "--config",
                config(host).toString(),
                "diagnose"));
        argv.addAll(Arrays.asList(options));
        return host.run(argv.toArray(String[]::new));
    }

    private Path config(LabHost host) {
        StringBuilder text = new StringBuilder("portal.address=127.0.0.1:9443\n");
        host.settings()
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        try {
            return Files.writeString(dir.resolve(host.name() + ".properties"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Facts facts(LabHost host, String peer, LabHost other) {
        Ran ran = diagnose(host, "--interface", DEVICE, "--peer", peer, "--peer-port", other.portGuid(), "--json");
        List<Fact> facts = new ArrayList<>();
        tree(ran).get(0).get("facts").forEach(fact -> facts.add(fact(fact)));
        return Facts.of(facts);
    }

    private static JsonNode tree(Ran ran) {
        try {
            return new ObjectMapper().readTree(ran.out());
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + ran, e);
        }
    }

    private static Fact fact(JsonNode fact) {
        String value = fact.get("value").asText();
        Told told = !fact.get("known").asBoolean()
                ? new Told.Unknown(value)
                : fact.get("nothing").asBoolean() ? new Told.Nothing() : new Told.Value(value);
        String name = fact.get("fact").asText().toUpperCase(Locale.ROOT).replace('-', '_');
        return new Fact(
                FactKey.valueOf(name),
                fact.get("source").asText(),
                Instant.parse(fact.get("at").asText()),
                told);
    }

    @Test
    void whatWorksIsSoundAndTakesSeconds() {
        long begin = System.nanoTime();
        Ran ran = diagnose(a, "--interface", DEVICE, "--peer", there.address());

        assertThat(ran.out()).as(ran::toString).contains("no fault found");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void pkeyAbsent() {
        red(a.portGuid() + "=full");
        await().atMost(SOON).until(() -> !b.pkeyTable().contains(0x9001));
        assertThat(named()).isEqualTo(KnownCause.KEY_NOT_IN_TABLE);
    }

    @Test
    void bothLimited() {
        red(a.portGuid() + "=limited, " + b.portGuid() + "=limited");
        await().atMost(SOON)
                .until(() -> a.pkeyTable().contains(0x1001) && b.pkeyTable().contains(0x1001));
        assertThat(named()).isEqualTo(KnownCause.BOTH_LIMITED);
    }

    @Test
    void wrongSubnet() {
        b.ip("addr", "del", "10.60.0.3/24", "dev", DEVICE).orThrow();
        b.ip("addr", "add", "10.61.0.3/24", "dev", DEVICE).orThrow();
        assertThat(named("10.61.0.3", true)).isEqualTo(KnownCause.WRONG_SUBNET);
    }

    @Test
    @RequiresTools("arping")
    void duplicateAddress() {
        red(a.portGuid() + "=full, " + b.portGuid() + "=full, " + lab.host(1).portGuid() + "=full");
        Endpoint twin = Endpoint.create(lab.host(1), "0x9001", "10.60.0.3", 24);
        await().atMost(SOON).until(twin::hasCarrier);
        assertThat(named()).isEqualTo(KnownCause.DUPLICATE_ADDRESS);
    }

    @Test
    void firewall() {
        b.run("nft", "add", "table", "inet", "site").orThrow();
        b.run("nft", "add", "chain", "inet", "site", "in", "{ type filter hook input priority 0 ; policy accept ; }")
                .orThrow();
        b.run("nft", "add", "rule", "inet", "site", "in", "iifname", DEVICE, "counter", "drop")
                .orThrow();
        assertThat(named()).isEqualTo(KnownCause.FIREWALL);
    }

    @Test
    void mtu() {
        b.ip("link", "set", "dev", DEVICE, "mtu", "1500").orThrow();
        assertThat(named()).isEqualTo(KnownCause.MTU_DIFFERS);
    }

    @Test
    void interfaceDown() {
        b.ip("link", "set", "dev", DEVICE, "down").orThrow();
        assertThat(named()).isEqualTo(KnownCause.INTERFACE_DOWN);
    }

    @Test
    void subnetManagerKilled() {
        lab.subnetManager().kill();
        b.pullCable();
        b.plugCable();
        await().atMost(SOON).until(() -> !there.hasCarrier());
        assertThat(named()).isIn(KnownCause.NO_SUBNET_MANAGER, KnownCause.SUBNET_MANAGER_SILENT);
    }

    @Test
    void cableOut() {
        b.pullCable();
        await().atMost(SOON).until(() -> !there.hasCarrier());
        assertThat(named()).isEqualTo(KnownCause.NO_LINK);
    }

    @Test
    void peerDown() {
        b.pullCable();
        await().atMost(SOON).until(() -> !there.hasCarrier());
        await().atMost(SOON)
                .until(() -> !a.tool("smpquery", "-G", "nodeinfo", b.portGuid()).ok());
        assertThat(named(there.address(), false)).isEqualTo(KnownCause.PEER_GONE);
    }

    @Test
    void reversePathFilter() {
        a.ip("addr", "add", "10.60.0.9/24", "dev", "ib0").orThrow();
        a.ip("route", "del", "10.60.0.0/24", "dev", DEVICE).orThrow();
        a.ip("route", "add", "10.60.0.0/24", "dev", DEVICE, "metric", "100").orThrow();
        a.run("sysctl", "-w", "net.ipv4.conf.all.rp_filter=1").orThrow();
        assertThat(named()).isEqualTo(KnownCause.TWO_IN_SUBNET);
    }
}
