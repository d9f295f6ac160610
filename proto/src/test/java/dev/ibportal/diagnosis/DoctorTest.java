package dev.ibportal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.Diagnosis.Verdict;
import dev.ibportal.diagnosis.LinkResult.Broken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules on facts alone: causes that no simulated host can have, order, consequences and certainty. */
class DoctorTest {
    private static final Instant AT = Instant.parse("2031-05-04T03:02:01Z");
    private static final String HARDWARE_A = "00000101fe80000000000000a000000000000001";
    private static final String HARDWARE_B = "00000102fe80000000000000a000000000000002";

    private static Map<FactKey, Told> well(String own, String peer, String hardware, String neighbour) {
        Map<FactKey, Told> facts = new EnumMap<>(FactKey.class);
        put(facts, FactKey.RDMA_DEVICES, "mlx5_0");
        put(facts, FactKey.MODULE, "loaded");
        put(facts, FactKey.LINK_LAYER, "InfiniBand");
        put(facts, FactKey.PHYSICAL_STATE, "LinkUp");
        put(facts, FactKey.PORT_STATE, "ACTIVE");
        put(facts, FactKey.PORT_GUID, "0x" + hardware.substring(24));
        put(facts, FactKey.LID, "5");
        put(facts, FactKey.SM_LID, "1");
        put(facts, FactKey.SUBNET_MANAGER, "lid 1 guid 0x0002c90300001001 state 3");
        put(facts, FactKey.PKEY, "0x8005");
        put(facts, FactKey.PKEY_ENTRY, "0x8005");
        put(facts, FactKey.INTERFACE, "ib0.8005");
        put(facts, FactKey.INTERFACE_UP, "up");
        put(facts, FactKey.PARENT_UP, "up");
        put(facts, FactKey.HARDWARE, hardware);
        put(facts, FactKey.CARRIER, "yes");
        put(facts, FactKey.MODE, "datagram");
        put(facts, FactKey.MTU, "2044");
        put(facts, FactKey.ADDRESSES, own + "/24");
        facts.put(FactKey.OTHER_OWNER, new Told.Nothing());
        put(facts, FactKey.PEER, peer);
        put(facts, FactKey.ROUTE, "dev ib0.8005 src " + own);
        put(facts, FactKey.NEIGHBOUR, "REACHABLE " + neighbour);
        put(facts, FactKey.PATH, "yes");
        facts.put(FactKey.FILTER, new Told.Nothing());
        put(facts, FactKey.PEER_ON_FABRIC, "0x" + neighbour.substring(24));
        put(facts, FactKey.PING_SMALL, "0/2");
        return facts;
    }

    private final Map<FactKey, Told> here = well("10.5.0.1", "10.5.0.2", HARDWARE_A, HARDWARE_B);
    private final Map<FactKey, Told> there = well("10.5.0.2", "10.5.0.1", HARDWARE_B, HARDWARE_A);

    private static void put(Map<FactKey, Told> facts, FactKey key, String value) {
        facts.put(key, new Told.Value(value));
    }

    private static Facts facts(Map<FactKey, Told> told) {
        List<Fact> facts = new ArrayList<>();
        told.forEach((key, value) -> facts.add(new Fact(key, "a tool", AT, value)));
        return Facts.of(facts);
    }

    private Diagnosis diagnosis() {
        return Doctor.judge(new Case(facts(here), facts(there), Facts.NONE));
    }

    private KnownCause named() {
        Diagnosis diagnosis = diagnosis();
        return diagnosis
                .primary()
                .map(Broken::cause)
                .orElseThrow(() -> new AssertionError(diagnosis.links()))
                .known();
    }

    @Test
    void whatFailsWithoutABrokenLinkCannotBeTold() {
        assertThat(diagnosis().verdict()).isEqualTo(Verdict.CANNOT_BE_TOLD);
        assertThat(diagnosis().primary()).isEmpty();
    }

    @Test
    void lidsOfBefore() {
        put(here, FactKey.EARLIER_LIDS, "5 9");
        assertThat(named()).isEqualTo(KnownCause.LIDS_STALE);
    }

    @Test
    void keysDiffer() {
        put(there, FactKey.PKEY, "0x8006");
        assertThat(named()).isEqualTo(KnownCause.KEYS_DIFFER);
    }

    @Test
    void inventedGuid() {
        put(there, FactKey.HARDWARE, "00000102fe80000000000000a0000000000000ff");
        assertThat(named()).isEqualTo(KnownCause.INVENTED_GUID);
    }

    @Test
    void noRoute() {
        here.put(FactKey.ROUTE, new Told.Nothing());
        assertThat(named()).isEqualTo(KnownCause.NO_ROUTE);
    }

    @Test
    void siblingsOfOldKernels() {
        for (Map<FactKey, Told> end : List.of(here, there)) {
            put(end, FactKey.PORT_GUID, "0xa000000000000001");
            put(end, FactKey.HARDWARE, HARDWARE_A);
            put(end, FactKey.NEIGHBOUR, "REACHABLE " + HARDWARE_A);
            put(end, FactKey.DRIVER, "mlx5_core[ib_ipoib]");
            put(end, FactKey.KERNEL_RELEASE, "5.4.0-150-generic");
        }
        assertThat(named()).isEqualTo(KnownCause.SIBLINGS);

        put(here, FactKey.KERNEL_RELEASE, "5.8.0");
        put(there, FactKey.KERNEL_RELEASE, "5.8.0");
        assertThat(diagnosis().primary()).isEmpty();
    }

    @Test
    void errorsThatGrowAreOnlyLikely() {
        put(here, FactKey.COUNTERS, "symbol_error +12");
        assertThat(named()).isEqualTo(KnownCause.LINK_BAD);
        assertThat(diagnosis().primary().orElseThrow().cause().certain()).isFalse();
    }

    @Test
    void aVirtualFunctionWithoutGuid() {
        put(here, FactKey.PORT_GUID, "0x0000000000000000");
        put(here, FactKey.PHYSICAL_STATE, "Disabled");
        assertThat(named()).isEqualTo(KnownCause.VIRTUAL_PORT);
    }

    @Test
    void whatFollowsIsAConsequenceAndWhatDoesNotStandsBeside() {
        here.put(FactKey.PKEY_ENTRY, new Told.Nothing());
        put(here, FactKey.CARRIER, "no");
        put(there, FactKey.FILTER, "inet filter input: iifname ib0.8005 drop");

        Diagnosis diagnosis = diagnosis();

        assertThat(named()).isEqualTo(KnownCause.KEY_NOT_IN_TABLE);
        assertThat(diagnosis.consequences()).extracting(LinkResult::link).contains(Link.CARRIER, Link.REACHABLE);
        assertThat(diagnosis.besides()).extracting(LinkResult::link).containsExactly(Link.FILTER);
    }

    @Test
    void aCauseThatRestsOnWhatCouldNotBeToldIsLikely() {
        here.put(FactKey.PKEY_ENTRY, new Told.Nothing());
        here.put(FactKey.SUBNET_MANAGER, new Told.Unknown("«sminfo» could not be started"));

        assertThat(diagnosis().primary().orElseThrow().cause().certain()).isFalse();
    }

    @Test
    void nothingIsBlamedWhilePacketsPass() {
        put(here, FactKey.PING_SMALL, "2/2");
        put(here, FactKey.PING_FULL, "2/2 2016 bytes");
        put(there, FactKey.PING_SMALL, "2/2");
        put(there, FactKey.PING_FULL, "2/2 2016 bytes");
        put(there, FactKey.FILTER, "inet filter input: iifname ib0.8005 drop");
        put(there, FactKey.MTU, "1500");

        assertThat(diagnosis().verdict()).isEqualTo(Verdict.SOUND);
    }

    private void packetsPass() {
        for (Map<FactKey, Told> end : List.of(here, there)) {
            put(end, FactKey.PING_SMALL, "2/2");
            put(end, FactKey.PING_FULL, "2/2 2016 bytes");
        }
    }

    private Diagnosis diagnosis(String managerProcess) {
        Map<FactKey, Told> fabric = new EnumMap<>(FactKey.class);
        put(fabric, FactKey.SM_PROCESS, managerProcess);
        put(fabric, FactKey.FULL_MEMBERS, "1");
        return Doctor.judge(new Case(facts(here), facts(there), facts(fabric)));
    }

    @Test
    void aSubnetManagerThatDoesNotRunIsToldWhilePacketsPass() {
        packetsPass();
        put(here, FactKey.SUBNET_MANAGER, "silent");
        put(there, FactKey.SUBNET_MANAGER, "silent");

        Diagnosis diagnosis = diagnosis("not running");

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.AT_RISK);
        assertThat(diagnosis.primary().orElseThrow().cause().known()).isEqualTo(KnownCause.SUBNET_MANAGER_SILENT);
        assertThat(diagnosis.primary().orElseThrow().found()).contains("does not run", "nothing new will work");
        assertThat(diagnosis.besides())
                .as("one subnet manager, seen from both ends")
                .isEmpty();
        assertThat(diagnosis.links())
                .filteredOn(link -> link.link() == Link.SUBNET_MANAGER)
                .noneMatch(LinkResult.Holds.class::isInstance);
    }

    @Test
    void aSubnetManagerThatNobodyCouldAskIsNotSaidToBeWell() {
        packetsPass();
        here.put(FactKey.SUBNET_MANAGER, new Told.Unknown("no such program"));

        assertThat(diagnosis().untold()).extracting(LinkResult::link).containsExactly(Link.SUBNET_MANAGER);
    }

    @Test
    void anEndWhoseDaemonIsSilentIsNeverSound() {
        packetsPass();
        there.clear();
        there.put(FactKey.DAEMON, new Told.Unknown("the node's daemon gave no answer within 14 s"));

        assertThat(diagnosis().verdict()).isEqualTo(Verdict.CANNOT_BE_TOLD);
        assertThat(diagnosis().passes()).contains(true);
        assertThat(diagnosis().untold()).first().satisfies(link -> {
            assertThat(link.link()).isEqualTo(Link.DAEMON);
            assertThat(link.found()).contains("no answer within 14 s");
        });
    }

    @Test
    void theEndThatAsksMayBeTheSilentOne() {
        packetsPass();
        here.clear();
        here.put(FactKey.DAEMON, new Told.Unknown("the node's daemon is not connected"));

        assertThat(diagnosis().verdict()).isEqualTo(Verdict.CANNOT_BE_TOLD);
        assertThat(diagnosis().passes()).contains(true);
    }

    @Test
    void aHostThatIsNotKnownToBeWellIsNotSound() {
        here.keySet().removeAll(List.of(FactKey.PEER, FactKey.PING_SMALL));
        assertThat(Doctor.judge(Case.node(facts(here))).verdict()).isEqualTo(Verdict.SOUND);

        here.put(FactKey.PKEY_ENTRY, new Told.Unknown("the port's table could not be read"));
        assertThat(Doctor.judge(Case.node(facts(here))).verdict()).isEqualTo(Verdict.CANNOT_BE_TOLD);
    }

    @Test
    void whatAnOldReadingSaysOfASilentEndIsOnlyLikely() {
        there.clear();
        there.put(FactKey.DAEMON, new Told.Unknown("the node's daemon is not connected"));
        put(there, FactKey.PKEY_ENTRY, "0x0005");
        put(here, FactKey.PKEY_ENTRY, "0x0005");

        assertThat(named()).isEqualTo(KnownCause.BOTH_LIMITED);
        assertThat(diagnosis().primary().orElseThrow().cause().certain()).isFalse();
    }

    @Test
    void whatFollowsNamesNoReasonOfItsOwn() {
        put(there, FactKey.PHYSICAL_STATE, "Polling");
        put(there, FactKey.PORT_STATE, "DOWN");
        put(there, FactKey.CARRIER, "no");

        Diagnosis diagnosis = diagnosis();

        assertThat(named()).isEqualTo(KnownCause.NO_LINK);
        assertThat(diagnosis.consequences())
                .filteredOn(link -> link.link() == Link.CARRIER)
                .singleElement()
                .satisfies(link ->
                        assertThat(link.found()).contains("a port that is DOWN").doesNotContain("cannot be told"));
    }

    @Test
    void whatIsBrokenAtTheOtherEndDoesNotFollow() {
        put(here, FactKey.PHYSICAL_STATE, "Polling");
        put(there, FactKey.INTERFACE_UP, "down");
        put(there, FactKey.CARRIER, "no");

        assertThat(named()).isEqualTo(KnownCause.NO_LINK);
        assertThat(diagnosis().besides()).extracting(LinkResult::link).contains(Link.INTERFACE);
    }

    @Test
    void twoFaultsThatHaveNothingToDoWithEachOtherAreNoConsequences() {
        here.put(FactKey.MODULE, new Told.Nothing());
        put(there, FactKey.PHYSICAL_STATE, "Polling");
        put(here, FactKey.SUBNET_MANAGER, "silent");
        put(there, FactKey.SUBNET_MANAGER, "silent");

        Diagnosis diagnosis = diagnosis("not running");

        assertThat(diagnosis.primary().orElseThrow().cause().known()).isEqualTo(KnownCause.MODULE_MISSING);
        assertThat(diagnosis.besides())
                .extracting(LinkResult::link)
                .containsExactly(Link.PHYSICAL, Link.SUBNET_MANAGER);
    }

    /** Asked from the end with the small MTU, whose own largest packets pass. */
    @Test
    void differentMtusAreNamedFromBothEnds() {
        packetsPass();
        put(here, FactKey.MTU, "1500");
        put(there, FactKey.PING_FULL, "0/2 2016 bytes");

        assertThat(named()).isEqualTo(KnownCause.MTU_DIFFERS);
        assertThat(diagnosis().primary().orElseThrow().found()).contains("MTU 2044", "MTU 1500 here, 2044 there");
    }

    @Test
    void aWishThatCannotBeHadIsNotWhatLosesPackets() {
        packetsPass();
        put(here, FactKey.PING_FULL, "0/2 2016 bytes");
        put(here, FactKey.MODE_WANTED, "connected");
        put(there, FactKey.MTU, "1500");

        assertThat(named()).isEqualTo(KnownCause.MTU_DIFFERS);
        assertThat(diagnosis().besides()).extracting(LinkResult::link).containsExactly(Link.MODE);
    }

    @Test
    void differentMtusAreNotSaidToBeWellWhileNothingPasses() {
        put(here, FactKey.MTU, "4092");

        assertThat(diagnosis().links())
                .filteredOn(link -> link.link() == Link.MTU)
                .singleElement()
                .isInstanceOf(LinkResult.Unknown.class);
    }

    @Test
    void limitedMembersOfAPartitionWithFullOnesAreApartOnPurpose() {
        for (Map<FactKey, Told> end : List.of(here, there)) {
            put(end, FactKey.PKEY_ENTRY, "0x0005");
            put(end, FactKey.MEMBERSHIP_WANTED, "limited");
        }

        assertThat(diagnosis("running").verdict()).isEqualTo(Verdict.NOT_MEANT);
        assertThat(diagnosis().verdict()).as("no full member at all").isEqualTo(Verdict.BROKEN);

        put(there, FactKey.INTERFACE_UP, "down");
        Diagnosis besides = diagnosis("running");
        assertThat(besides.verdict()).as("a fault is told all the same").isEqualTo(Verdict.BROKEN);
        assertThat(besides.primary().orElseThrow().cause().known()).isEqualTo(KnownCause.INTERFACE_DOWN);
    }

    @Test
    void aMemberThatTheTableHasAsLimitedAlthoughFullIsWanted() {
        put(here, FactKey.PKEY_ENTRY, "0x0005");
        put(here, FactKey.MEMBERSHIP_WANTED, "full");
        put(there, FactKey.PKEY_ENTRY, "0x0005");
        put(there, FactKey.MEMBERSHIP_WANTED, "limited");

        assertThat(named()).isEqualTo(KnownCause.KEY_NOT_PROGRAMMED);
    }

    @Test
    void aMemberWhoseKeyIsWithheldIsNotToldToBecomeAMember() {
        here.put(FactKey.PKEY_ENTRY, new Told.Nothing());
        put(here, FactKey.FABRIC_ENTRY, "0x8005");
        put(here, FactKey.MEMBERSHIP_WANTED, "full");
        here.put(FactKey.INTERFACE, new Told.Nothing());
        List.of(FactKey.INTERFACE_UP, FactKey.CARRIER, FactKey.HARDWARE).forEach(here::remove);

        Diagnosis diagnosis = diagnosis();

        assertThat(named()).isEqualTo(KnownCause.KEY_NOT_PROGRAMMED);
        assertThat(KnownCause.KEY_NOT_PROGRAMMED.remedy()).isEqualTo(Remedy.BY_HAND);
        assertThat(diagnosis.primary().orElseThrow().found()).contains("the subnet manager's node read 0x8005 there");
        assertThat(diagnosis.consequences()).extracting(LinkResult::link).contains(Link.INTERFACE);
        assertThat(diagnosis.besides()).isEmpty();
    }

    @Test
    void anAddressThatNobodyGaveIsACause() {
        here.put(FactKey.ADDRESSES, new Told.Nothing());
        here.put(FactKey.ADDRESSES_WANTED, new Told.Nothing());

        assertThat(named()).isEqualTo(KnownCause.NO_ADDRESS_GIVEN);
    }

    @Test
    void unknownIsNeverACause() {
        here.replaceAll((key, told) -> key == FactKey.PEER ? told : new Told.Unknown("the tool hangs"));
        there.replaceAll((key, told) -> key == FactKey.PEER ? told : new Told.Unknown("the tool hangs"));

        assertThat(diagnosis().primary()).isEmpty();
        assertThat(diagnosis().verdict()).isEqualTo(Verdict.CANNOT_BE_TOLD);
    }

    @Test
    void codesAreEachOnesOwnAndFactsSurviveTheWire() {
        assertThat(Arrays.stream(KnownCause.values()).map(KnownCause::code).collect(Collectors.toSet()))
                .hasSize(KnownCause.values().length);
        here.put(FactKey.DENIALS, new Told.Unknown("no such tool"));
        Facts facts = facts(here);

        assertThat(EvidenceMessages.read(EvidenceMessages.of(facts)).all()).containsExactlyElementsOf(facts.all());
    }
}
