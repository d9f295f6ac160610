package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.testing.RequiresTools;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Under every keeper that the lab has: made, read back, kept over a reboot by files alone, nothing to do afterwards, and
 * gone without a trace. Netplan's generator and the library of NetworkManager are the real ones.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup", "nmcli", "netplan"
        },
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabKeepersTest {
    private static final HostReconciler.Options OPTIONS =
            new HostReconciler.Options(new Settling(8, Duration.ofMillis(200)), Duration.ofSeconds(15), WayOut.NONE);

    private LabBox lab;

    @BeforeAll
    void up(@TempDir Path temp) throws IOException {
        lab = LabBox.up(
                        temp.resolve("lab"),
                        5,
                        "host3.network=networkmanager",
                        "host4.network=netplan-networkmanager",
                        "host5.network=systemd")
                .partitions("1005", "1006");
    }

    @AfterAll
    void down() throws IOException {
        if (lab != null) {
            lab.close();
        }
    }

    private HostReconciler open(String host, Path state) throws IOException {
        Files.createDirectories(state);
        return HostReconciler.open(lab.host(host), new LinuxHostFiles(state, false), OPTIONS);
    }

    private static InterfaceItem.Builder wanted(Guid port) {
        return Items.present(
                "if-1",
                port,
                0x9005,
                item -> item.setMtu(1500)
                        .setHost(HostSettings.newBuilder()
                                .addRoutes(Route.newBuilder()
                                        .setTo("10.98.0.0/16")
                                        .setVia("10.0.5.254")
                                        .setMetric(50))),
                "10.0.5.7/24");
    }

    private static InterfaceStatus inSync(HostReconciler reconciler) {
        InterfaceStatus[] last = new InterfaceStatus[1];
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            last[0] = Bench.only(reconciler.reconcile().orElseThrow());
            assertThat(last[0].getState()).as("%s", last[0]).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        });
        return last[0];
    }

    @ParameterizedTest
    @CsvSource({
        "host2, interfaces.d",
        "host3, /etc/NetworkManager/system-connections/",
        "host4, /etc/netplan/90-ibportal-ib0.9005.yaml",
        "host5, /etc/systemd/system/ibportal-ib0.9005.service"
    })
    void madeKeptOverARebootAndGone(String host, String file, @TempDir Path state) throws IOException {
        Guid port = lab.port(host);
        String before = lab.picture(host);
        HostReconciler first = open(host, state);
        assertThat(first.accept(new SpecBuilder(1).add(wanted(port)).build())).isEmpty();
        inSync(first);
        String made = lab.picture(host);
        assertThat(made).contains(file, "10.0.5.7", "10.98.0.0/16");

        lab.reboot(host);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(lab.picture(host))
                        .as("by files alone")
                        .contains("\"key\":\"0x9005\"", "10.0.5.7", "\"mtu\":1500"));
        HostReconciler second = open(host, state);
        InterfaceStatus status = inSync(second);
        assertThat(lab.picture(host)).contains("10.98.0.0/16");
        assertThat(status.getObserved().getAddressesList()).containsExactly("10.0.5.7/24");

        assertThat(second.accept(new SpecBuilder(2)
                        .add(Items.absent("if-1", port, 0x9005, 7))
                        .build()))
                .isEmpty();
        assertThat(Bench.only(second.reconcile().orElseThrow()).getProvenAbsentList())
                .containsExactly(7L);
        assertThat(lab.picture(host)).doesNotContain("0x9005", "10.0.5.7", "10.98.0.0/16");
        assertThat(filesOf(lab.picture(host))).isEqualTo(filesOf(before));
    }

    /** Taking an address away makes the kernel forget every route by its network, whoever made it. */
    @ParameterizedTest
    @ValueSource(strings = {"host2", "host5"})
    void routesOfOthersStayWhenAnAddressIsReplaced(String host, @TempDir Path state) throws IOException {
        Guid port = lab.port(host);
        HostReconciler reconciler = open(host, state);
        accept(reconciler, 1, Items.present("if-2", port, 0x9006, "10.0.6.7/24"));
        inSync(reconciler);
        run(host, "route", "add", "10.55.0.0/16", "via", "10.0.6.254", "dev", "ib0.9006", "metric", "77");
        run(host, "route", "add", "10.56.0.0/16", "dev", "ib0.9006");

        accept(
                reconciler,
                2,
                Items.present(
                        "if-2",
                        port,
                        0x9006,
                        item -> item.addAddresses(Items.tombstone("10.0.6.7/24", 3)),
                        "10.0.6.8/24"));
        inSync(reconciler);

        assertThat(run(host, "route", "show"))
                .contains("10.55.0.0/16 via 10.0.6.254", "metric 77", "10.56.0.0/16", "10.0.6.8")
                .doesNotContain("10.0.6.7 ");
        accept(reconciler, 3, Items.absent("if-2", port, 0x9006, 8));
        assertThat(Bench.only(reconciler.reconcile().orElseThrow()).getProvenAbsentList())
                .contains(8L);
    }

    private static void accept(HostReconciler reconciler, long generation, InterfaceItem.Builder item) {
        assertThat(reconciler.accept(new SpecBuilder(generation).add(item).build()))
                .isEmpty();
    }

    private String run(String host, String... words) {
        String[] argv = new String[words.length + 1];
        argv[0] = "ip";
        System.arraycopy(words, 0, argv, 1, words.length);
        CommandResult result = lab.host(host).commands().run(Command.of(argv));
        assertThat(result.succeeded()).as(result.describe()).isTrue();
        return result.stdout();
    }

    private static String filesOf(String picture) {
        return picture.substring(0, picture.indexOf("[ip, -j, -d, link]"));
    }
}
