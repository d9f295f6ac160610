package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriftPolicy;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.journal.ActionJournal;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DriftTest {
    private Bench bench;

    @BeforeEach
    void hostWithAPartition() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005");
    }

    private static InterfaceItem.Builder wanted(DriftPolicy policy) {
        return Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.0.1/24")
                .setDriftPolicy(policy);
    }

    private InterfaceStatus pass() {
        return Bench.only(bench.pass());
    }

    private void somebodyLowersTheMtu() {
        bench.host.byHand("ip", "link", "set", "dev", "ib0.8005", "mtu", "1400");
    }

    private List<JournalEntry> journal(JournalKind kind) {
        return ActionJournal.open(bench.state, bench.clock).after(0, 1000).stream()
                .filter(entry -> entry.getKind() == kind)
                .toList();
    }

    @Test
    void aFirstDriftIsRepairedAtOnceAndTold() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPAIR));
        somebodyLowersTheMtu();

        InterfaceStatus status = pass();

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getObserved().getMtu()).isEqualTo(2000);
        assertThat(status.getDrift().getDifferencesList()).containsExactly("mtu: wanted 2000, found 1400");
        assertThat(status.getDrift().getChangedBy()).isEqualTo("not known");
        assertThat(journal(JournalKind.JOURNAL_KIND_DRIFT)).hasSize(1);
        assertThat(pass().hasDrift()).isFalse();
    }

    @Test
    void driftIsOnlyReportedWhereThePolicySaysSo() throws IOException {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
        somebodyLowersTheMtu();
        bench.host.clearCommandLog();

        InterfaceStatus status = pass();
        bench.restart();
        InterfaceStatus later = pass();

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);
        assertThat(status.getCause()).isEqualTo("interface.drifted");
        assertThat(status.getMessage()).contains("mtu: wanted 2000, found 1400", "changed by: not known");
        assertThat(later.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);
        assertThat(bench.host.changingCommands()).isEmpty();
        String digest = bench.reconciler.plan(Optional.empty()).getDigest();
        assertThat(bench.reconciler.apply(digest).succeeded()).isTrue();
        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void aNewWishIsNoDrift() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));

        InterfaceStatus status = Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(1500), "10.0.0.1/24")
                        .setDriftPolicy(DriftPolicy.DRIFT_POLICY_REPORT_ONLY)));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.hasDrift()).isFalse();
    }

    @Test
    void aParentThatIsTakenDownIsDriftToo() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
        bench.host.byHand("ip", "link", "set", "dev", "ib0", "down");

        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);
    }

    @Test
    void aFileThatSomebodyEditsIsDrift() throws IOException {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPAIR));
        String path = "/etc/network/interfaces.d/ibportal-ib0-8005";
        String content = bench.files.read(path).found().orElseThrow();
        bench.files.write(path, content + "    mtu 900\n", FileMode.WORLD_READABLE);
        bench.files.write(
                "/var/log/audit/audit.log",
                "type=SYSCALL msg=audit(" + bench.clock.instant().getEpochSecond()
                        + ".123:77): arch=c000003e syscall=257 pid=4711 auid=1000 uid=0 comm=\"vim\""
                        + " exe=\"/usr/bin/vim.basic\" key=\"ibportal\"\n",
                FileMode.OWNER_ONLY);

        InterfaceStatus status = pass();

        assertThat(status.getDrift().getChangedBy()).contains("auid 1000", "exe /usr/bin/vim.basic");
        assertThat(status.getDrift().getDifferencesList())
                .singleElement()
                .asString()
                .contains("another content in " + path);
        assertThat(bench.files.read(path).found()).contains(content);
    }

    @Test
    void whatKeepsComingBackIsRepairedAfterGrowingPauses() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPAIR));
        somebodyLowersTheMtu();
        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        somebodyLowersTheMtu();
        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        somebodyLowersTheMtu();

        InterfaceStatus damped = pass();

        assertThat(damped.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);
        assertThat(damped.getMessage()).contains("it came back", "it is repaired again not before");
        assertThat(damped.getDrift().hasNotBefore()).isTrue();
        assertThat(damped.getDrift().getTimes()).isEqualTo(3);
        bench.clock.move(Duration.ofSeconds(2));
        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        somebodyLowersTheMtu();
        bench.clock.move(Duration.ofSeconds(3));
        assertThat(pass().getState()).as("the pause has doubled").isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);
        bench.clock.move(Duration.ofSeconds(1));
        assertThat(pass().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void aQuietTimeEndsTheDamping() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPAIR));
        for (int i = 0; i < 4; i++) {
            somebodyLowersTheMtu();
            bench.clock.move(Duration.ofMinutes(1));
            pass();
        }
        bench.clock.move(Duration.ofMinutes(11));
        somebodyLowersTheMtu();

        InterfaceStatus status = pass();

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getDrift().getTimes()).isEqualTo(1);
    }

    @Test
    void aKeyThatTheFabricTakesAwayIsNoDriftOfTheHost() {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
        bench.port0.update(port -> port.withPkeys(List.of(0xffff)));

        InterfaceStatus status = pass();

        assertThat(status.getCause()).isEqualTo("pkey.not-in-table");
        assertThat(status.hasDrift()).isFalse();
    }

    @Test
    void whereNothingIsOnRecordItIsToldWhoCouldHaveBeenIt() throws IOException {
        bench.apply(wanted(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
        DateTimeFormatter local =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
        String old = local.format(bench.clock.instant().minus(Duration.ofHours(3))) + " remove old:amd64\n";
        String now = local.format(bench.clock.instant().minusSeconds(5)) + " upgrade ifupdown:amd64 0.8.41 0.8.44\n";
        bench.files.write("/var/log/dpkg.log", old + now, FileMode.WORLD_READABLE);
        bench.files.write(
                "/run/systemd/sessions/4",
                "# This is private data. Do not parse.\nUID=1000\nUSER=ada\nSTATE=active\nREMOTE_HOST=10.1.2.3\n",
                FileMode.WORLD_READABLE);
        bench.files.write("/run/systemd/sessions/5", "USER=gone\nSTATE=closing\nREMOTE=0\n", FileMode.WORLD_READABLE);
        somebodyLowersTheMtu();

        assertThat(pass().getDrift().getChangedBy())
                .isEqualTo("not known; the package manager was at work then: «" + now.strip()
                        + "»; logged in: ada from 10.1.2.3");
    }
}
