package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.line.Partition.Member;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a tenant's partition to a ping that works, on real OpenSM: two tenants, two partitions with the same IP prefix,
 * full and limited members. What must fail is framed by what passes on the same interfaces.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MainLineIT {
    private static final System.Logger LOG = System.getLogger(MainLineIT.class.getName());
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String PREFIX = "10.60.0.0/24";
    private static final int BASE = 0x7fff;

    private Lab lab;
    private Line line;
    private Partition red;
    private Partition blue;
    private Member red1;
    private Member red2Limited;
    private Member red3Limited;
    private Member blue4;
    private Member blue5;
    private Member blue6Limited;

    @BeforeAll
    void up(@TempDir Path folder) {
        lab = Lab.builder().hosts(6).management().ipoibNotLoaded(5).up();
        line = Line.up(lab, folder);
        red = line.tenant("red", lab.host(1), lab.host(2), lab.host(3)).partition("red", PREFIX);
        blue = line.tenant("blue", lab.host(4), lab.host(5), lab.host(6)).partition("blue", PREFIX);
        red1 = red.add(lab.host(1), "full");
        red2Limited = red.add(lab.host(2), "limited");
        red3Limited = red.add(lab.host(3), "limited");
        blue4 = blue.add(lab.host(4), "full", "10.60.0.14");
        blue5 = blue.add(lab.host(5), "full", "10.60.0.15");
        blue6Limited = blue.add(lab.host(6), "limited", "10.60.0.16");
        red.awaitInSync();
        blue.awaitInSync();
    }

    @AfterAll
    void down() {
        if (line != null) {
            line.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void tablesInterfacesAndAddressesAreWhatThePortalSays() {
        for (Member member : List.of(red1, red2Limited, red3Limited, blue4, blue5, blue6Limited)) {
            boolean limited = member.view().path("membership").asText().equals("limited");
            int key = member.partition().key();
            assertThat(member.host().pkeyTable()).contains(limited ? key & BASE : key);
            assertThat(member.device())
                    .isEqualTo("ib0." + member.partition().pkey().substring(2));
            assertThat(member.host().hasCarrier(member.device())).isTrue();
            assertThat(member.host().addresses(member.device())).containsExactly(member.cidr());
        }
        assertThat(List.of(red1.ip(), red2Limited.ip(), red3Limited.ip()))
                .containsExactly("10.60.0.1", "10.60.0.2", "10.60.0.3");
    }

    @Test
    void pingsPassInsideAndFailAcrossAndBetweenLimitedMembers() {
        assertReaches(red1, red2Limited);
        assertReaches(red2Limited, red1);
        assertReaches(blue4, blue5);
        assertReaches(blue6Limited, blue5);
        assertCut(red1, red2Limited, blue4, blue5);
        assertCut(blue5, blue6Limited, red1, red3Limited);
        assertCut(red2Limited, red1, red3Limited, red1);
    }

    @Test
    void aRemovedMemberLosesKeyAndChildAndItsAddressComesBack() {
        Partition green = line.tenant("green", lab.host(2), lab.host(3)).partition("green", "10.61.0.0/24");
        Member stays = green.add(lab.host(2), "full");
        Member leaves = green.add(lab.host(3), "full");
        green.awaitInSync();
        assertReaches(stays, leaves);
        String device = leaves.device();
        String address = leaves.ip();

        leaves.remove();
        leaves.awaitAbsent();

        assertThat(lab.host(3).pkeyTable()).doesNotContain(green.key());
        assertThat(lab.host(3).link(device)).isEmpty();
        assertThat(lab.host(2).ping(stays.device(), address)).isFalse();
        assertReaches(red1, red3Limited);
        Member again = green.add(lab.host(3), "full");
        green.awaitInSync();
        assertThat(again.ip()).isEqualTo(address);
        assertReaches(stays, again);
    }

    @Test
    void aFalseAnswerOfTheFabricKeepsTheMemberFromBecomingEffective() {
        Partition grey = line.tenant("grey", lab.host(4), lab.host(5)).partition("grey", "10.62.0.0/24");
        LabHost sm = lab.subnetManagerHost();
        LabHost host = lab.host(5);
        sm.alter("smpquery", "--match", host.portGuid(), "--replace", grey.pkey(), "0x0000");
        try {
            Member told = grey.add(lab.host(4), "full");
            Member mute = grey.add(host, "full");
            await().atMost(SOON).until(() -> told.interfaceState().equals("in_sync"));
            await().atMost(SOON).until(() -> host.pkeyTable().contains(grey.key()));
            awaitTwoReadings(mute);
            assertThat(mute.fabricState()).isIn("pending", "programmed");
            assertThat(mute.interfaceState()).isEqualTo("pending");
            assertThat(host.link("ib0." + grey.pkey().substring(2))).isEmpty();
        } finally {
            sm.unalter();
        }
        grey.awaitInSync();
    }

    @Test
    void aFalseAnswerOfTheHostKeepsTheInterfaceFromBecomingInSync() {
        Partition brown = line.tenant("brown", lab.host(4), lab.host(6)).partition("brown", "10.63.0.0/24");
        LabHost host = lab.host(6);
        host.alter("ip", "--match", "j -d addr", "--replace", "10\\.63\\.0", "10.99.0");
        try {
            Member told = brown.add(lab.host(4), "full");
            Member wrong = brown.add(host, "full");
            await().atMost(SOON).until(() -> told.interfaceState().equals("in_sync"));
            await().atMost(SOON).until(() -> wrong.interfaceState().equals("failed"));
            assertThat(wrong.fabricState()).isEqualTo("effective");
            assertThat(wrong.view().path("interface").path("reason").asText()).contains(wrong.cidr());
        } finally {
            host.unalter();
        }
        brown.awaitInSync();
    }

    private static void awaitTwoReadings(Member member) {
        for (int i = 0; i < 2; i++) {
            String seen = member.fabricSeen();
            await().atMost(SOON).until(() -> !member.fabricSeen().equals(seen));
        }
    }

    private static void assertReaches(Member from, Member to) {
        assertThat(from.pings(to)).as("%s pings %s", from.host(), to.host()).isTrue();
    }

    /** From cannot reach to, although from reaches its friend and to's friend reaches to, before and after. */
    private static void assertCut(Member from, Member friend, Member to, Member friendOfTo) {
        assertReaches(from, friend);
        assertReaches(friendOfTo, to);
        assertThat(from.pings(to)).as("%s pings %s", from.host(), to.host()).isFalse();
        assertReaches(from, friend);
        assertReaches(friendOfTo, to);
        LOG.log(
                System.Logger.Level.INFO,
                "{0} ({1}) cannot reach {2} ({3})",
                from.host(),
                from.device(),
                to.host(),
                to.device());
    }
}
