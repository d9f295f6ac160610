package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.HostProfile;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.ipoib.Settling;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The daemon's end on a host, in both ways. */
class LeaveTest {
    private static final HostSettings.Builder SETTINGS = HostSettings.newBuilder()
            .setSourceTable(1 << 20)
            .setProfile(HostProfile.HOST_PROFILE_IPOIB)
            .addRoutes(Route.newBuilder().setTo("10.9.0.0/16").setVia("10.0.0.254"));

    private Bench bench;
    private String before;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        before = bench.picture();
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, item -> item.setHost(SETTINGS), "10.0.0.1/24"));
    }

    private Leave.Left leave(boolean keep) throws IOException {
        Leave leave = Leave.open(bench.host.host(), bench.state);
        return keep ? leave.keep() : leave.remove(Settling.NONE);
    }

    @Test
    void removeTakesAllOfOursAway() throws IOException {
        Leave.Left left = leave(false);

        assertThat(left.complete()).as(left.lines().toString()).isTrue();
        assertThat(left.lines()).containsExactly("ib0.8001: removed");
        assertThat(bench.picture()).isEqualTo(before);
        assertThat(bench.state.all()).containsOnlyKeys("/actions.jsonl");
    }

    @Test
    void removeFindsWhatOnlyFilesStillSpeakOf() throws IOException {
        bench.state.delete("/applied.json");

        Leave.Left left = leave(false);

        assertThat(left.complete()).as(left.lines().toString()).isTrue();
        assertThat(bench.files.all().keySet()).noneMatch(path -> path.contains("ibportal"));
        assertThat(bench.host.byHand("ip", "link", "show", "dev", "ib0.8001").succeeded())
                .isFalse();
    }

    @Test
    void removeThatFailsForgetsNothing() throws IOException {
        bench.host.faults().fail(command -> command.argv().contains("delete"), 2, "busy");

        Leave.Left left = leave(false);

        assertThat(left.complete()).isFalse();
        assertThat(left.lines().get(0)).contains("not removed", "busy");
        assertThat(bench.state.all()).containsKey("/applied.json");
    }

    @Test
    void keepLeavesAWorkingConfigurationThatSurvivesAReboot() throws IOException {
        String live = bench.host.byHand("ip", "-j", "addr").stdout();

        Leave.Left left = leave(true);

        assertThat(left.complete()).isTrue();
        assertThat(bench.host.byHand("ip", "-j", "addr").stdout()).isEqualTo(live);
        assertThat(bench.state.all()).containsOnlyKeys("/actions.jsonl");
        Map<String, String> texts = new TreeMap<>();
        bench.files.all().forEach((path, entry) -> texts.put(path, entry.content()));
        assertThat(texts.values()).noneMatch(text -> text.contains("made by ibnoded"));
        assertThat(texts.values()).anyMatch(text -> text.startsWith(Leave.LEFT) && text.contains("ib0.8001"));

        bench.host.reboot();
        assertThat(bench.host.byHand("ip", "-j", "addr").stdout()).contains("ib0.8001", "10.0.0.1");
    }

    @Test
    void whatWasKeptCanBeTakenOverAgain() throws IOException {
        bench.apply(Items.present(
                "if-1", Bench.PORT_0, 0x8001, item -> item.setHost(HostSettings.newBuilder()), "10.0.0.1/24"));
        leave(true);
        bench.restart();
        bench.host.clearCommandLog();

        var status = Bench.only(
                bench.apply(Items.present("if-9", Bench.PORT_0, 0x8001, item -> item.setAdopted(true), "10.0.0.1/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void keepRefusesWhatWouldNotSurviveWithoutUs() throws IOException {
        String path = bench.files.all().keySet().stream()
                .filter(name -> name.contains("ibportal"))
                .findFirst()
                .orElseThrow();
        String text = bench.files.read(path).found().orElseThrow();
        bench.files.write(path, text + "    pre-up /usr/bin/ibnoded apply\n", FileMode.WORLD_READABLE);

        Leave.Left left = leave(true);

        assertThat(left.complete()).isFalse();
        assertThat(left.lines().get(0)).contains(path, "--remove");
        assertThat(bench.state.all()).containsKey("/applied.json");
    }

    @Test
    void removeLeavesAloneWhatWasTakenOverFromSomebody() throws IOException {
        bench.apply(Items.present(
                "if-1", Bench.PORT_0, 0x8001, item -> item.setHost(HostSettings.newBuilder()), "10.0.0.1/24"));
        leave(true);
        bench.restart();
        bench.apply(Items.present("if-9", Bench.PORT_0, 0x8001, item -> item.setAdopted(true), "10.0.0.1/24"));
        String live = bench.picture();

        Leave.Left left = leave(false);

        assertThat(left.complete()).as(left.lines().toString()).isTrue();
        assertThat(left.lines()).singleElement().asString().startsWith("ib0.8001: stays as it is");
        assertThat(bench.picture()).isEqualTo(live);
    }
}
