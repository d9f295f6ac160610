package dev.ibportal.daemon.host.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Arguments that the daemon gives to the host's programs, and the shape of what it reads. A subclass supplies a host with
 * one InfiniBand port whose parent interface is up and whose table holds {@link #pkey()}, a partition with a broadcast
 * group of 2048 bytes; no child exists.
 */
public abstract class HostContract {
    /** The host under test; the same one for one test. */
    protected abstract Host host();

    /** Name of the port's parent interface, at most 10 characters. */
    protected abstract String parent();

    protected abstract Guid port();

    /** A key in the port's table. */
    protected PKey pkey() {
        return PKey.parse("0x9001");
    }

    /** A key that is not in the port's table. */
    protected PKey foreignPkey() {
        return PKey.parse("0x9abc");
    }

    /** Waits until the host has settled after a change, for hosts where that takes a while. */
    protected void settle() {}

    private String child() {
        return parent() + "." + pkey().hex();
    }

    @BeforeEach
    @AfterEach
    void noChildIsLeft() {
        for (String name : List.of(child(), parent() + "." + foreignPkey().hex())) {
            if (link(name).isPresent()) {
                ok("ip", "link", "delete", "dev", name);
            }
        }
    }

    private CommandResult run(String... argv) {
        return host().commands().run(Command.of(argv));
    }

    private void ok(String... argv) {
        CommandResult result = run(argv);
        assertThat(result.succeeded()).as(result.describe()).isTrue();
        settle();
    }

    private void create(PKey pkey) {
        ok(
                "ip",
                "link",
                "add",
                "link",
                parent(),
                "name",
                parent() + "." + pkey.hex(),
                "type",
                "ipoib",
                "pkey",
                pkey.toString(),
                "mode",
                "datagram");
    }

    private Optional<JsonNode> link(String name) {
        return find(run("ip", "-j", "-d", "link"), name);
    }

    private Optional<JsonNode> addresses(String name) {
        return find(run("ip", "-j", "addr"), name);
    }

    private static Optional<JsonNode> find(CommandResult result, String name) {
        assertThat(result.succeeded()).as(result.describe()).isTrue();
        return stream(parse(result.stdout()))
                .filter(node -> node.path("ifname").asText().equals(name))
                .findFirst();
    }

    private static JsonNode parse(String text) {
        try {
            return Json.parse(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        assertThat(array.isArray()).isTrue();
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static List<String> flags(JsonNode link) {
        return stream(link.path("flags")).map(JsonNode::asText).toList();
    }

    private String device() {
        List<String> devices = host().sysfs().list("class/infiniband").found().orElseThrow();
        return devices.stream()
                .filter(device -> read("class/infiniband/" + device + "/ports/1/gids/0")
                        .replace(":", "")
                        .endsWith(port().hex()))
                .findFirst()
                .orElseThrow();
    }

    private String read(String path) {
        return host().sysfs().read(path).found().orElseThrow(() -> new AssertionError("nothing at " + path));
    }

    @Test
    void theParentIsAnIpoibInterfaceWithTheDefaultKey() {
        JsonNode parent = link(parent()).orElseThrow();

        assertThat(parent.path("link_type").asText()).isEqualTo("infiniband");
        assertThat(parent.path("linkinfo").path("info_kind").asText()).isEqualTo("ipoib");
        assertThat(parent.path("linkinfo").path("info_data").path("key").asText())
                .isEqualTo("0xffff");
        assertThat(parent.path("linkinfo").path("info_data").path("mode").asText())
                .isEqualTo("datagram");
        assertThat(parent.has("link")).isFalse();
        assertThat(flags(parent)).contains("UP");
        assertThat(parent.path("address").asText()).hasSize(59);
        assertThat(parent.path("address").asText().replace(":", "")).endsWith(port().hex());
    }

    @Test
    void sysfsShowsThePort() {
        String port = "class/infiniband/" + device() + "/ports/1/";

        assertThat(read(port + "state")).isEqualTo("4: ACTIVE");
        assertThat(read(port + "phys_state")).isEqualTo("5: LinkUp");
        assertThat(read(port + "link_layer")).isEqualTo("InfiniBand");
        assertThat(read(port + "lid")).matches("0x[0-9a-f]{1,4}");
        assertThat(read(port + "sm_lid")).matches("0x[1-9a-f][0-9a-f]{0,3}");
        assertThat(read(port + "rate")).matches("[0-9.]+ Gb/sec \\(.*\\)");
    }

    @Test
    void sysfsShowsThePKeyTable() {
        String table = "class/infiniband/" + device() + "/ports/1/pkeys";
        List<String> entries = host().sysfs().list(table).found().orElseThrow().stream()
                .map(index -> read(table + "/" + index))
                .toList();

        assertThat(entries).allMatch(entry -> entry.matches("0x[0-9a-f]{4}"));
        assertThat(entries).anyMatch(entry -> PKey.DEFAULT.equals(key(entry)));
        assertThat(entries).anyMatch(entry -> pkey().equals(key(entry)));
        assertThat(entries).noneMatch(entry -> foreignPkey().equals(key(entry)));
    }

    private static PKey key(String entry) {
        int value = Integer.decode(entry);
        return (value & 0x7fff) == 0 ? PKey.parse("0x0001") : PKey.of(value);
    }

    @Test
    void theParentBelongsToThePortByDeviceAndDevPort() {
        String netdev = "class/net/" + parent() + "/";

        assertThat(host().sysfs().resolve(netdev + "device").found())
                .isPresent()
                .isEqualTo(host().sysfs()
                        .resolve("class/infiniband/" + device() + "/device")
                        .found());
        assertThat(read(netdev + "dev_port")).isEqualTo("0");
        assertThat(host().sysfs().exists("module/ib_ipoib")).isTrue();
    }

    @Test
    void aChildWhoseKeyIsInTheTableGetsCarrier() {
        create(pkey());
        ok("ip", "link", "set", "dev", child(), "up");

        JsonNode link = link(child()).orElseThrow();
        assertThat(link.path("link").asText()).isEqualTo(parent());
        assertThat(link.path("linkinfo").path("info_kind").asText()).isEqualTo("ipoib");
        assertThat(link.path("linkinfo").path("info_data").path("key").asText()).isEqualTo(pkey().toString());
        assertThat(link.path("address").asText().replace(":", "")).endsWith(port().hex());
        assertThat(flags(link)).contains("UP", "LOWER_UP").doesNotContain("NO-CARRIER");
        assertThat(link.path("mtu").asInt()).isEqualTo(2044);
        assertThat(host().sysfs().list("class/net").found().orElseThrow()).contains(child());
    }

    @Test
    void aChildWhoseKeyIsNotInTheTableIsMadeButHasNoCarrier() {
        create(foreignPkey());
        String name = parent() + "." + foreignPkey().hex();
        ok("ip", "link", "set", "dev", name, "up");

        assertThat(flags(link(name).orElseThrow())).contains("UP", "NO-CARRIER").doesNotContain("LOWER_UP");
    }

    @Test
    void addressesComeAndGoWithTheirPrefixLength() {
        create(pkey());
        ok("ip", "addr", "add", "10.77.60.5/24", "dev", child());
        ok("ip", "link", "set", "dev", child(), "up");

        JsonNode address = stream(addresses(child()).orElseThrow().path("addr_info"))
                .filter(node -> node.path("family").asText().equals("inet"))
                .findFirst()
                .orElseThrow();
        assertThat(address.path("local").asText()).isEqualTo("10.77.60.5");
        assertThat(address.path("prefixlen").asInt()).isEqualTo(24);
        ok("ip", "addr", "del", "10.77.60.5/24", "dev", child());
        assertThat(addresses(child()).orElseThrow().path("addr_info").toString())
                .doesNotContain("10.77.60.5");
    }

    @Test
    void aSmallerMtuIsTaken() {
        create(pkey());
        ok("ip", "link", "set", "dev", child(), "mtu", "1500");

        assertThat(link(child()).orElseThrow().path("mtu").asInt()).isEqualTo(1500);
    }

    @Test
    void aDeletedChildIsGone() {
        create(pkey());
        ok("ip", "link", "delete", "dev", child());

        assertThat(link(child())).isEmpty();
        assertThat(host().sysfs().list("class/net").found().orElseThrow()).doesNotContain(child());
    }

    @Test
    void whatCannotBeDoneIsRefusedAsIproute2DoesIt() {
        CommandResult zero = run(
                "ip",
                "link",
                "add",
                "link",
                parent(),
                "name",
                "t7",
                "type",
                "ipoib",
                "pkey",
                "0x8000",
                "mode",
                "datagram");
        CommandResult noSuch = run("ip", "link", "set", "dev", "nosuch", "up");
        create(pkey());
        CommandResult twice = run(
                "ip",
                "link",
                "add",
                "link",
                parent(),
                "name",
                child(),
                "type",
                "ipoib",
                "pkey",
                pkey().toString(),
                "mode",
                "datagram");

        assertThat(zero.exitCode()).isEqualTo(2);
        assertThat(noSuch.exitCode()).isEqualTo(1);
        assertThat(noSuch.stderr()).contains("Cannot find device \"nosuch\"");
        assertThat(twice.exitCode()).isEqualTo(2);
        assertThat(twice.stderr()).contains("File exists");
    }
}
