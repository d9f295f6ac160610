package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C-13: one PKey, one interface, whoever keeps it. */
class C13SameChildOnEveryBackendTest {
    private static final int LOW_BITS = 0x000a;

    @ParameterizedTest
    @EnumSource
    void theChildIsIb0Dot800a(Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);

        applied(bench);

        assertThat(String.join("\n", bench.files.all().keySet()) + kept(bench))
                .contains("ib0.800a")
                .doesNotContain("ib0.000a", "ib0.a", "ib0.10");
    }

    @ParameterizedTest
    @EnumSource
    void andTheSameAfterAReboot(Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);
        InterfaceStatus before = applied(bench);

        bench.host.reboot();
        bench.host.clearCommandLog();
        InterfaceStatus after = Bench.only(bench.pass());

        assertThat(after.getObserved()).isEqualTo(before.getObserved());
        assertThat(after.getState()).as(after.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(bench.host.changingCommands()).as("nothing was left to do").isEmpty();
    }

    @Test
    void ifupdownMakesTheChildBeforeItsAddress() throws IOException {
        Bench bench = Bench.keptBy(Kind.IFUPDOWN);

        InterfaceStatus status = applied(bench);

        assertThat(status.getObserved().getPersistedInList()).hasSize(1);
        assertThat(kept(bench))
                .containsSubsequence("iface ib0.800a inet static", "pkey 0x800a", "address 10.77.60.5/24");
    }

    @Test
    void theKeyfileNamesKeyParentAndInterface() throws IOException {
        Bench bench = Bench.keptBy(Kind.NETWORK_MANAGER);

        InterfaceStatus status = applied(bench);

        String path = "/etc/NetworkManager/system-connections/ibportal-ib0.800a.nmconnection";
        assertThat(status.getObserved().getPersistedInList()).containsExactly(path);
        var file = bench.files.entry(path).orElseThrow();
        assertThat(file.mode()).isEqualTo(FileMode.OWNER_ONLY);
        assertThat(file.content().lines()).contains("p-key=32778", "parent=ib0", "interface-name=ib0.800a");
    }

    @ParameterizedTest
    @EnumSource(names = {"IFCFG", "IFCFG_NETWORK_MANAGER"})
    void ifcfgNamesDeviceParentAndKey(Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);

        applied(bench);

        assertThat(bench.files
                        .entry("/etc/sysconfig/network-scripts/ifcfg-ib0.800a")
                        .orElseThrow()
                        .content()
                        .lines())
                .contains("DEVICE=ib0.800a", "TYPE=InfiniBand", "PHYSDEV=ib0", "PKEY=yes", "PKEY_ID=0x800a");
    }

    @Test
    void networkdGetsANetdevThatTheParentAsksFor() throws IOException {
        Bench bench = Bench.keptBy(Kind.NETWORKD);

        applied(bench);

        assertThat(bench.files
                        .entry("/etc/systemd/network/50-ibportal-ib0.800a.netdev")
                        .orElseThrow()
                        .content()
                        .lines())
                .contains("Kind=ipoib", "Name=ib0.800a", "PartitionKey=0x800a", "MACAddress=none");
        assertThat(bench.files
                        .entry("/etc/systemd/network/90-ibportal-ib0.network.d/50-ibportal-ib0.800a.conf")
                        .orElseThrow()
                        .content())
                .contains("[Network]\nIPoIB=ib0.800a\n");
        assertThat(bench.files
                        .entry("/etc/systemd/network/90-ibportal-ib0.network")
                        .orElseThrow()
                        .content())
                .contains("[Match]\nName=ib0\n");
    }

    private static String kept(Bench bench) {
        return bench.files.all().values().stream()
                .map(entry -> entry.content())
                .filter(content -> content.startsWith("# ibportal: "))
                .collect(Collectors.joining());
    }

    private static InterfaceStatus applied(Bench bench) {
        bench.effective(bench.port0, "0x800a");

        InterfaceStatus status =
                Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, LOW_BITS, "10.77.60.5/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getObserved().getName()).isEqualTo("ib0.800a");
        assertThat(status.getObserved().getAddressesList()).containsExactly("10.77.60.5/24");
        assertThat(bench.host.host().sysfs().list("class/net").found().orElseThrow())
                .containsExactly("ib0", "ib0.800a", "ib1");
        return status;
    }
}
