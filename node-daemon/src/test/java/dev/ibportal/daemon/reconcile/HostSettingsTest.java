package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.HostProfile;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes, rules, name servers and kernel settings: applied, read back, repaired, and gone again. */
class HostSettingsTest {
    private static final int TABLE = 1 << 20;
    private static final String RP_FILTER = "net/ipv4/conf/ib0.8001/rp_filter";
    private static final String NEIGHBOURS = "net/ipv4/neigh/default/gc_thresh3";

    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown(SimulatedHost.Builder::resolver);
        bench.effective(bench.port0, "0x8001");
        bench.effective(bench.port1, "0x8001");
    }

    private static HostSettings.Builder routes(String... to) {
        HostSettings.Builder settings = HostSettings.newBuilder();
        Arrays.stream(to)
                .forEach(each ->
                        settings.addRoutes(Route.newBuilder().setTo(each).setVia("10.0.0.254")));
        return settings;
    }

    private static InterfaceItem.Builder item(HostSettings.Builder settings) {
        return item("if-1", Bench.PORT_0, settings, "10.0.0.1/24");
    }

    private static InterfaceItem.Builder item(
            String id, Guid port, HostSettings.Builder settings, String... addresses) {
        return Items.present(id, port, 0x8001, present -> present.setHost(settings), addresses);
    }

    private static InterfaceStatus inSync(InterfaceStatus status) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        return status;
    }

    private String shown(String... argv) {
        return bench.host.byHand(argv).stdout();
    }

    private static LinkStatus link(InterfaceStatus status, ChainLink link) {
        return status.getLinksList().stream()
                .filter(each -> each.getLink() == link)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void routesAreThereAndReadBackAndASecondPassDoesNothing() {
        InterfaceStatus status = inSync(Bench.only(bench.apply(item(routes("10.9.0.0/16")))));
        bench.host.clearCommandLog();

        inSync(Bench.only(bench.pass()));

        assertThat(shown("ip", "-j", "-4", "route"))
                .contains("\"dst\":\"10.9.0.0/16\",\"gateway\":\"10.0.0.254\",\"dev\":\"ib0.8001\",\"metric\":1024");
        assertThat(link(status, ChainLink.CHAIN_LINK_ROUTING).getWanted()).contains("10.9.0.0/16 via 10.0.0.254");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void aRouteThatIsNotWantedAnyMoreGoesAndForeignOnesStay() {
        bench.apply(item(routes("10.9.0.0/16", "10.8.0.0/16")));
        bench.host.byHand("ip", "-4", "route", "add", "10.7.0.0/16", "via", "10.0.0.253", "dev", "ib0.8001");

        inSync(Bench.only(bench.apply(item(routes("10.8.0.0/16")))));

        assertThat(shown("ip", "-j", "-4", "route"))
                .contains("10.8.0.0/16", "10.7.0.0/16")
                .doesNotContain("10.9.0.0");
    }

    @Test
    void settingsThatAreNotSaidStayAsTheyWereApplied() {
        bench.apply(item(routes("10.9.0.0/16")));

        inSync(Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24"))));
        String afterSilence = shown("ip", "-j", "-4", "route");
        inSync(Bench.only(bench.apply(item(HostSettings.newBuilder()))));

        assertThat(afterSilence).contains("10.9.0.0/16");
        assertThat(shown("ip", "-j", "-4", "route")).doesNotContain("10.9.0.0");
    }

    @Test
    void aRouteThatSomebodyRemovedComesBack() {
        bench.apply(item(routes("10.9.0.0/16")));
        bench.host.byHand(
                "ip", "-4", "route", "del", "10.9.0.0/16", "via", "10.0.0.254", "dev", "ib0.8001", "metric", "1024");

        inSync(Bench.only(bench.pass()));

        assertThat(shown("ip", "-j", "-4", "route")).contains("10.9.0.0/16");
    }

    @Test
    void twoInterfacesOfOnePartitionGetTablesAndRulesOfTheirOwn() {
        bench.apply(
                item("if-1", Bench.PORT_0, routes("0.0.0.0/0").setSourceTable(TABLE), "10.0.0.1/24", "fd00::1/64"),
                item("if-2", Bench.PORT_1, routes("0.0.0.0/0").setSourceTable(TABLE + 1), "10.0.0.2/24"));

        assertThat(shown("ip", "-j", "-4", "rule"))
                .contains(
                        "\"priority\":21000,\"src\":\"10.0.0.1\",\"table\":\"" + TABLE + "\"",
                        "\"priority\":21000,\"src\":\"10.0.0.2\",\"table\":\"" + (TABLE + 1) + "\"");
        assertThat(shown("ip", "-j", "-6", "rule")).contains("\"src\":\"fd00::1\",\"table\":\"" + TABLE + "\"");
        assertThat(shown("ip", "-j", "-4", "route"))
                .contains("\"dst\":\"10.0.0.0/24\",\"dev\":\"ib1.8001\",\"table\":\"" + (TABLE + 1) + "\"")
                .contains("\"dst\":\"default\",\"gateway\":\"10.0.0.254\",\"dev\":\"ib0.8001\",\"table\"")
                .as("a tenant's network never carries the host's default route")
                .doesNotContain("\"dst\":\"default\",\"gateway\":\"10.0.0.254\",\"dev\":\"ib0.8001\",\"metric\"");

        bench.apply(
                Items.absent("if-1", Bench.PORT_0, 0x8001, 7),
                item("if-2", Bench.PORT_1, routes("0.0.0.0/0").setSourceTable(TABLE + 1), "10.0.0.2/24"));

        assertThat(shown("ip", "-j", "-4", "rule")).doesNotContain("10.0.0.1\"").contains("10.0.0.2\"");
        assertThat(shown("ip", "-j", "-6", "rule")).doesNotContain("fd00::1");
    }

    @Test
    void absenceIsNotProvenWhileARuleIsStillThere() {
        bench.apply(item(routes().setSourceTable(TABLE)));
        bench.host
                .faults()
                .lie(command ->
                        command.argv().contains("rule") && command.argv().contains("del"));

        InterfaceStatus status = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7)));

        assertThat(status.getCause()).isEqualTo("routing.still-there");
        assertThat(status.getProvenAbsentList()).isEmpty();
        bench.host.faults().clear();
        assertThat(Bench.only(bench.pass()).getProvenAbsentList()).containsExactly(7L);
    }

    @Test
    void theProfileIsSetAndRestored() {
        HostSettings.Builder profile = HostSettings.newBuilder().setProfile(HostProfile.HOST_PROFILE_IPOIB);

        InterfaceStatus status = inSync(Bench.only(bench.apply(item(profile))));
        String filter = shown("sysctl", RP_FILTER);
        String room = shown("sysctl", NEIGHBOURS);
        inSync(Bench.only(bench.apply(item(HostSettings.newBuilder()))));

        assertThat(filter).isEqualTo("net.ipv4.conf.ib0/8001.rp_filter = 2\n");
        assertThat(room).isEqualTo("net.ipv4.neigh.default.gc_thresh3 = 16384\n");
        assertThat(link(status, ChainLink.CHAIN_LINK_HOST_PROFILE).getVerdict()).isEqualTo(Verdict.VERDICT_OK);
        assertThat(shown("sysctl", RP_FILTER)).endsWith("= 0\n");
        assertThat(shown("sysctl", NEIGHBOURS)).endsWith("= 1024\n");
    }

    @Test
    void aSettingOfTheWholeHostIsRestoredWhenTheLastInterfaceGoes() throws IOException {
        HostSettings.Builder profile = HostSettings.newBuilder().setProfile(HostProfile.HOST_PROFILE_IPOIB);
        bench.apply(item(profile));
        bench.apply(item(profile), item("if-2", Bench.PORT_1, profile, "10.0.0.2/24"));
        bench.restart();

        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7), item("if-2", Bench.PORT_1, profile, "10.0.0.2/24"));
        String withOneLeft = shown("sysctl", NEIGHBOURS);
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7), Items.absent("if-2", Bench.PORT_1, 0x8001, 8));

        assertThat(withOneLeft).endsWith("= 16384\n");
        assertThat(shown("sysctl", NEIGHBOURS)).endsWith("= 1024\n");
    }

    @Test
    void aLargerRoomOfSomebodyElseStays() {
        bench.host.byHand("sysctl", "-w", NEIGHBOURS + "=99999");

        inSync(Bench.only(bench.apply(item(HostSettings.newBuilder().setProfile(HostProfile.HOST_PROFILE_IPOIB)))));
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7));

        assertThat(shown("sysctl", NEIGHBOURS)).endsWith("= 99999\n");
    }

    @Test
    void nameServersAreToldToTheResolverByInterface() throws IOException {
        bench.with("/etc/network/if-up.d/resolved", "#!/bin/sh\n");
        HostSettings.Builder dns =
                HostSettings.newBuilder().addDnsServers("10.0.0.53").addDnsSearch("Cluster.Example");

        inSync(Bench.only(bench.apply(item(dns))));
        String servers = shown("resolvectl", "dns", "ib0.8001");
        String domains = shown("resolvectl", "domain", "ib0.8001");
        inSync(Bench.only(bench.apply(item(HostSettings.newBuilder()))));

        assertThat(servers).endsWith("(ib0.8001): 10.0.0.53\n");
        assertThat(domains).endsWith("(ib0.8001): cluster.example\n");
        assertThat(shown("resolvectl", "dns", "ib0.8001")).endsWith("(ib0.8001):\n");
    }

    @Test
    void aHostWithoutAResolverRefusesNameServersBeforeAnyChange() throws IOException {
        Bench plain = Bench.ifupdown().with("/etc/network/if-up.d/resolved", "#!/bin/sh\n");
        plain.effective(plain.port0, "0x8001");
        String before = plain.picture();

        InterfaceStatus status =
                Bench.only(plain.apply(item(HostSettings.newBuilder().addDnsServers("10.0.0.53"))));

        assertThat(status.getCause()).isEqualTo("dns.unsupported");
        assertThat(status.getMessage()).contains("resolvectl", "ib0.8001");
        assertThat(plain.picture()).isEqualTo(before);
    }

    @Test
    void aRouteIntoAnotherInterfacesNetworkIsRefusedWithoutNamingIt() {
        bench.effective(bench.port1, "0x8002");
        bench.apply(item(routes()), Items.present("if-2", Bench.PORT_1, 0x8002, "10.50.0.1/16"));
        String before = bench.picture();

        var status =
                bench.apply(item(routes("10.50.7.0/24")), Items.present("if-2", Bench.PORT_1, 0x8002, "10.50.0.1/16"));

        InterfaceStatus refused = status.getInterfaces(0);
        assertThat(refused.getCause()).isEqualTo("route.overlap");
        assertThat(refused.getMessage()).contains("10.50.7.0/24").doesNotContain("10.50.0", "0x8002");
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aStepThatFailsTakesAllBack() {
        bench.apply(item(routes("10.9.0.0/16")));
        String before = bench.picture();
        bench.host
                .faults()
                .fail(
                        command -> command.argv().contains("rule")
                                && command.argv().contains("add"),
                        2,
                        "no memory");

        InterfaceStatus status = Bench.only(bench.apply(
                item(routes("10.8.0.0/16").setSourceTable(TABLE).setProfile(HostProfile.HOST_PROFILE_IPOIB))));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getMessage()).contains("taken back");
        assertThat(sorted(bench.picture())).isEqualTo(sorted(before));
    }

    private static List<String> sorted(String picture) {
        return Arrays.stream(picture.split("\\},")).sorted().toList();
    }

    @Test
    void aDaemonThatLostNothingRemembersRoutesOverARestart() throws IOException {
        bench.apply(item(routes("10.9.0.0/16").setSourceTable(TABLE)));
        bench.restart();

        inSync(Bench.only(bench.apply(item(HostSettings.newBuilder()))));

        assertThat(shown("ip", "-j", "-4", "route")).doesNotContain("10.9.0.0").doesNotContain("" + TABLE);
        assertThat(shown("ip", "-j", "-4", "rule")).doesNotContain("" + TABLE);
    }

    @Test
    void wrongValuesAreRefusedWithTheirPlace() {
        assertRefused(routes("10.9.0.0/33"), "interfaces[0].present.host.routes[0]");
        assertRefused(routes("10.9.0.1/16"), "the network is 10.9.0.0/16");
        assertRefused(routes("fd00:9::/48"), "the other address family");
        assertRefused(routes().setSourceTable(254), "host.source_table");
        assertRefused(routes().addDnsServers("dns.example"), "host.dns_servers");
        assertRefused(routes().addDnsSearch("a b; rm"), "host.dns_search");
    }

    private void assertRefused(HostSettings.Builder settings, String fact) {
        var refusal = bench.reconciler.accept(bench.spec(item(settings))).orElseThrow();
        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_INVALID);
        assertThat(refusal.getDetail()).contains(fact);
    }

    private void renameOverNight(String from, String to) {
        bench.host.byHand("ip", "link", "set", "dev", from, "down");
        bench.host.byHand("ip", "link", "set", "dev", from, "name", to);
        bench.host.byHand("ip", "link", "set", "dev", to, "up");
    }

    private HostSettings.Builder everything() {
        return routes("10.9.0.0/16").setSourceTable(TABLE).setProfile(HostProfile.HOST_PROFILE_IPOIB);
    }

    @Test
    void settingsFollowAnInterfaceThatGetsANewName() {
        bench.apply(item(everything()));

        renameOverNight("ib0", "ibp59s0");
        InterfaceStatus status = inSync(Bench.only(bench.pass()));

        assertThat(status.getObserved().getName()).isEqualTo("ibp59s0.8001");
        assertThat(shown("ip", "-j", "-4", "route"))
                .contains("\"dst\":\"10.9.0.0/16\",\"gateway\":\"10.0.0.254\",\"dev\":\"ibp59s0.8001\"")
                .doesNotContain("ib0.8001");
        assertThat(shown("sysctl", "net/ipv4/conf/ibp59s0.8001/rp_filter")).endsWith("= 2\n");
        assertThat(shown("ip", "-j", "-4", "rule")).containsOnlyOnce("10.0.0.1\"");
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7));
        assertThat(shown("sysctl", NEIGHBOURS)).endsWith("= 1024\n");
    }

    @Test
    void aNewNameThatFailsIsTakenBackAndTriedAgain() {
        bench.apply(item(everything()));
        renameOverNight("ib0", "ibp59s0");
        bench.host.faults().fail(command -> command.toString().contains("rp_filter=2"), 1, "sysctl: permission denied");

        InterfaceStatus failed = Bench.only(bench.pass());
        bench.host.faults().clear();
        bench.clock.move(Duration.ofMinutes(2));

        assertThat(failed.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        inSync(Bench.only(bench.pass()));
        assertThat(shown("ip", "-j", "link")).doesNotContain("ib0.8001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ip -j -4 route show table all", "ip -j -4 rule", "sysctl net", "resolvectl dns"})
    void whatCannotBeReadIsNeitherChangedNorCalledRight(String command) throws IOException {
        bench.with("/etc/network/if-up.d/resolved", "#!/bin/sh\n");
        bench.apply(item(everything().addDnsServers("10.0.0.53")));
        String before = bench.picture();
        bench.host.faults().fail(each -> each.toString().startsWith(command), 1, "cannot say");
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.apply(item(routes("10.8.0.0/16")
                .setSourceTable(TABLE)
                .setProfile(HostProfile.HOST_PROFILE_IPOIB)
                .addDnsServers("10.0.0.53"))));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(status.getCause()).isEqualTo("host.unreadable");
        assertThat(status.getMessage()).contains("cannot say");
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aLifeThatEndsAfterItWroteDownWhatItKeptRemembersWhatWasBefore() throws IOException {
        bench.apply(item(routes("10.9.0.0/16")));
        bench.accept(item(routes("10.8.0.0/16")));
        List<Mortal> lives = new ArrayList<>();
        Mortal mortal = new Mortal(
                step -> lives.get(0).steps().get(step).equals("state delete /journal.json"), Mortal.Blow.KILL_BEFORE);
        lives.add(mortal);
        HostReconciler dying =
                HostReconciler.open(mortal.host(bench.host.host()), mortal.files(bench.state, "state "), Bench.QUICK);
        String digest = dying.plan(Optional.empty()).getDigest();
        assertThatThrownBy(() -> dying.apply(digest)).isInstanceOf(Mortal.Killed.class);
        bench.restart();
        bench.pass();
        assertThat(shown("ip", "-j", "-4", "route")).contains("10.9.0.0/16").doesNotContain("10.8.0.0");

        bench.apply(item(routes("10.7.0.0/16")));

        assertThat(shown("ip", "-j", "-4", "route"))
                .contains("10.7.0.0/16")
                .as("what was put back is known as ours still, and goes when it is not wanted")
                .doesNotContain("10.9.0.0");
    }

    /** RHEL 6 reads sysctl.d before there is any child, and nothing reads it again when one comes. */
    @Test
    void whereTheBootCannotSetThemTheFirstLookDoes() throws IOException {
        Bench old = Bench.keptBy(Backend.Kind.IFCFG);
        old.effective(old.port0, "0x8001");
        inSync(Bench.only(old.apply(item(HostSettings.newBuilder().setProfile(HostProfile.HOST_PROFILE_IPOIB)))));
        assertThat(old.files.entry("/etc/sysctl.d/90-ibportal-ib0.8001.conf")).isPresent();

        old.host.reboot();
        String before = old.host.byHand("sysctl", RP_FILTER).stdout();
        old.restart();
        inSync(Bench.only(old.pass()));

        assertThat(before).endsWith("= 0\n");
        assertThat(old.host.byHand("sysctl", RP_FILTER).stdout()).endsWith("= 2\n");
    }
}
