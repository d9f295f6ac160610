package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.CARRIER;
import static dev.ibportal.diagnosis.FactKey.DENIALS;
import static dev.ibportal.diagnosis.FactKey.GROUP;
import static dev.ibportal.diagnosis.FactKey.GROUP_JOINED;
import static dev.ibportal.diagnosis.FactKey.HARDWARE;
import static dev.ibportal.diagnosis.FactKey.INTERFACE;
import static dev.ibportal.diagnosis.FactKey.INTERFACE_UP;
import static dev.ibportal.diagnosis.FactKey.IPOIB_FLAG;
import static dev.ibportal.diagnosis.FactKey.JOIN_STATUS;
import static dev.ibportal.diagnosis.FactKey.KERNEL_LOG;
import static dev.ibportal.diagnosis.FactKey.LINK_MTU;
import static dev.ibportal.diagnosis.FactKey.MASTER;
import static dev.ibportal.diagnosis.FactKey.PARENT;
import static dev.ibportal.diagnosis.FactKey.PARENT_UP;
import static dev.ibportal.diagnosis.FactKey.PKEY_ENTRY;
import static dev.ibportal.diagnosis.FactKey.PORT_GUID;
import static dev.ibportal.diagnosis.FactKey.PORT_STATE;
import static dev.ibportal.diagnosis.FactKey.RATE;
import static dev.ibportal.diagnosis.FactKey.SAME_KEY;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The interface, and whether it has joined its broadcast group. */
final class InterfaceRules {
    private static final int GUID_DIGITS = 16;
    private static final Pattern GROUP_TEXT = Pattern.compile("mtu (\\d+) rate ([0-9.]+)");
    private static final Pattern RATE_TEXT = Pattern.compile("([0-9.]+) Gb/sec.*");

    private InterfaceRules() {}

    static LinkResult interfaceUp(Facts facts, Place place) {
        Judge judge = new Judge(Link.INTERFACE, place).seen(facts, INTERFACE, INTERFACE_UP, PARENT, PARENT_UP, MASTER);
        if (facts.lacks(INTERFACE)) {
            return missing(facts, judge);
        }
        String name = facts.value(INTERFACE).orElse("the interface");
        if (facts.value(SAME_KEY).isPresent()) {
            return judge.seen(facts, SAME_KEY)
                    .broken(
                            KnownCause.CHILD_TWICE,
                            "there is more than one interface for the same PKey: " + name + " and "
                                    + String.join(", ", facts.lines(SAME_KEY)));
        }
        Optional<String> invented = facts.value(HARDWARE)
                .filter(hex -> hex.length() > GUID_DIGITS)
                .map(hex -> "0x" + hex.substring(hex.length() - GUID_DIGITS))
                .filter(guid ->
                        facts.value(PORT_GUID).filter(own -> !own.equals(guid)).isPresent());
        if (invented.isPresent()) {
            return judge.seen(facts, HARDWARE, PORT_GUID)
                    .broken(KnownCause.INVENTED_GUID, name + " carries the invented GUID " + invented.get());
        }
        Optional<String> bond =
                facts.value(MASTER).filter(master -> master.startsWith("bond ") && !master.endsWith("active-backup"));
        if (bond.isPresent()) {
            return judge.broken(
                    KnownCause.BOND_MODE,
                    name + " is in a bond of mode " + bond.get().substring(5));
        }
        return upOrDown(facts, judge, name);
    }

    private static LinkResult missing(Facts facts, Judge judge) {
        return facts.value(DENIALS).isPresent()
                ? judge.seen(facts, DENIALS)
                        .likely(
                                KnownCause.LABEL_DENIED,
                                "the interface is not there, and the kernel denied access to network files: "
                                        + facts.lines(DENIALS).get(0))
                : judge.broken(KnownCause.INTERFACE_MISSING, "the interface is not there");
    }

    private static LinkResult upOrDown(Facts facts, Judge judge, String name) {
        if (facts.is(PARENT_UP, "down")) {
            return judge.broken(
                    KnownCause.PARENT_DOWN,
                    facts.value(PARENT).orElse("the parent") + " is down, so " + name + " below it is dead");
        }
        if (facts.is(INTERFACE_UP, "down")) {
            return judge.broken(KnownCause.INTERFACE_DOWN, name + " is down");
        }
        return facts.is(INTERFACE_UP, "up")
                ? judge.holds(name + " is up")
                : judge.unknown(facts.unknown(INTERFACE_UP).orElse(""));
    }

    static LinkResult carrier(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.CARRIER, place).seen(facts, CARRIER, GROUP_JOINED, JOIN_STATUS, GROUP);
        if (facts.is(CARRIER, "yes")) {
            return judge.holds("the broadcast group is joined");
        }
        if (!facts.is(CARRIER, "no")) {
            return judge.unknown(facts.unknown(CARRIER).orElse("there is no interface"));
        }
        if (facts.value(PKEY_ENTRY).isEmpty() || !facts.is(INTERFACE_UP, "up") || facts.is(PARENT_UP, "down")) {
            return judge.symptom("no carrier");
        }
        if (facts.value(PORT_STATE).filter(state -> !state.startsWith("ACTIVE")).isPresent()) {
            return judge.seen(facts, PORT_STATE)
                    .symptom("no carrier: on a port that is "
                            + facts.value(PORT_STATE).get() + " joining is not tried");
        }
        return join(all, facts, judge);
    }

    private static LinkResult join(Case all, Facts facts, Judge judge) {
        String failed = "joining the broadcast group failed";
        if (facts.line(KERNEL_LOG, "IPoIB enhanced offloads are not supported").isPresent()) {
            return judge.seen(facts, KERNEL_LOG)
                    .broken(KnownCause.FIRMWARE_OLD, failed + ": the firmware is too old for the driver's IPoIB");
        }
        if (all.fabric().is(IPOIB_FLAG, "no")) {
            return judge.seen(all.fabric(), IPOIB_FLAG)
                    .broken(KnownCause.NO_GROUP, failed + ": the partition has no ipoib flag, so there is no group");
        }
        if (facts.lacks(GROUP)) {
            return judge.broken(
                    KnownCause.NO_GROUP,
                    failed + ": the subnet administrator has no such group; the partition lacks" + " the ipoib flag");
        }
        Optional<String> unsuitable = unsuitable(facts);
        if (unsuitable.isPresent()) {
            return judge.seen(facts, RATE, LINK_MTU)
                    .broken(KnownCause.GROUP_UNSUITABLE, failed + ": " + unsuitable.get());
        }
        Optional<String> status = facts.value(JOIN_STATUS);
        if (status.filter(text -> text.equals("-110") || text.equals("-11")).isPresent()) {
            return judge.broken(
                    KnownCause.SUBNET_MANAGER_SILENT,
                    failed + ": the subnet administrator gave no answer, status " + status.get());
        }
        return judge.likely(
                KnownCause.JOIN_FAILED,
                failed + status.map(text -> " with status " + text).orElse("")
                        + " although the port is a member; why cannot be told here");
    }

    private static Optional<String> unsuitable(Facts facts) {
        Matcher group = GROUP_TEXT.matcher(facts.value(GROUP).orElse(""));
        if (!group.matches()) {
            return Optional.empty();
        }
        int groupMtu = Integer.parseInt(group.group(1));
        int linkMtu = facts.number(LINK_MTU).orElse(groupMtu);
        if (linkMtu < groupMtu) {
            return Optional.of("the link's MTU " + linkMtu + " is below the group's " + groupMtu);
        }
        double groupRate = Double.parseDouble(group.group(2));
        Matcher rate = RATE_TEXT.matcher(facts.value(RATE).orElse(""));
        return rate.matches() && Double.parseDouble(rate.group(1)) < groupRate
                ? Optional.of("the link's rate " + rate.group(1) + " Gb/s is below the group's " + group.group(2))
                : Optional.empty();
    }
}
