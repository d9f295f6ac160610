package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.ADDRESSES;
import static dev.ibportal.diagnosis.FactKey.ADDRESSES_WANTED;
import static dev.ibportal.diagnosis.FactKey.DUPLICATES;
import static dev.ibportal.diagnosis.FactKey.HARDWARE;
import static dev.ibportal.diagnosis.FactKey.INTERFACE;
import static dev.ibportal.diagnosis.FactKey.MASTER;
import static dev.ibportal.diagnosis.FactKey.MODE;
import static dev.ibportal.diagnosis.FactKey.MODE_WANTED;
import static dev.ibportal.diagnosis.FactKey.MTU;
import static dev.ibportal.diagnosis.FactKey.OTHER_OWNER;
import static dev.ibportal.diagnosis.FactKey.PEER;
import static dev.ibportal.diagnosis.FactKey.PING_FULL;
import static dev.ibportal.diagnosis.FactKey.PING_SMALL;
import static dev.ibportal.diagnosis.FactKey.POLICY_RULES;
import static dev.ibportal.diagnosis.FactKey.ROUTE;
import static dev.ibportal.diagnosis.FactKey.RP_FILTER;
import static dev.ibportal.diagnosis.FactKey.SAME_NETWORK;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import java.util.List;
import java.util.Optional;

/** Mode, MTU, addresses and the route. */
final class AddressRules {
    private AddressRules() {}

    /** Two ends that found to the same mode talk in it, whatever was wanted. */
    static boolean sameModeAnyway(Case all) {
        return all.here().value(MODE).isPresent()
                && all.here().value(MODE).equals(all.there().value(MODE));
    }

    static LinkResult mode(Facts facts, Place place) {
        Judge judge = new Judge(Link.MODE, place).seen(facts, MODE, MODE_WANTED);
        Optional<String> mode = facts.value(MODE);
        if (mode.isEmpty()) {
            return judge.unknown(facts.unknown(MODE).orElse("there is no interface"));
        }
        if (facts.is(MODE_WANTED, "connected") && !facts.is(MODE, "connected")) {
            judge.seen(facts, HARDWARE);
            return facts.value(HARDWARE).filter(hex -> hex.charAt(0) < '8').isPresent()
                    ? judge.broken(
                            KnownCause.CONNECTED_IMPOSSIBLE,
                            "connected mode was wanted, but the adapter has none; it stays in datagram mode")
                    : judge.symptom("wanted connected mode, found " + mode.get());
        }
        return judge.holds(mode.get());
    }

    /** Two modes still talk as long as packets are small, so it is the trouble only when large ones are lost. */
    static LinkResult sameMode(Case all) {
        Judge judge = new Judge(Link.MODE, Place.BETWEEN).seen(all.here(), MODE).seen(all.there(), MODE);
        Optional<String> here = all.here().value(MODE);
        Optional<String> there = all.there().value(MODE);
        if (here.isEmpty() || there.isEmpty()) {
            return judge.unknown("the other end's mode is not known");
        }
        if (here.equals(there)) {
            return judge.holds(here.get());
        }
        String found = here.get() + " mode here, " + there.get() + " mode there";
        if (all.smallPasses() && !all.works()) {
            return judge.seen(all.here(), PING_SMALL, PING_FULL)
                    .broken(KnownCause.MODES_DIFFER, "large packets are lost: " + found);
        }
        return differs(all, judge, found);
    }

    /** They may be wrong, and are not what keeps even small packets away. */
    private static LinkResult differs(Case all, Judge judge, String found) {
        return all.works()
                ? judge.holds(found)
                : judge.unknown(found + ": whether that matters is not known while nothing passes");
    }

    static LinkResult sameMtu(Case all) {
        Judge judge = new Judge(Link.MTU, Place.BETWEEN).seen(all.here(), MTU).seen(all.there(), MTU);
        Optional<String> here = all.here().value(MTU);
        Optional<String> there = all.there().value(MTU);
        if (here.isEmpty() || there.isEmpty()) {
            return judge.unknown("the other end's MTU is not known");
        }
        if (here.equals(there)) {
            return judge.holds(here.get());
        }
        String found = "MTU " + here.get() + " here, " + there.get() + " there";
        if (all.smallPasses() && !all.works()) {
            String larger = Integer.toString(Math.max(
                    all.here().number(MTU).orElse(0), all.there().number(MTU).orElse(0)));
            return judge.seen(all.here(), PING_SMALL, PING_FULL)
                    .seen(all.there(), PING_FULL)
                    .broken(
                            KnownCause.MTU_DIFFERS,
                            "small packets pass, full-size packets (MTU " + larger + ") do not: " + found);
        }
        return differs(all, judge, found);
    }

    static LinkResult addresses(Facts facts, Place place) {
        Judge judge = new Judge(Link.ADDRESS, place).seen(facts, ADDRESSES, ADDRESSES_WANTED);
        if (facts.unknown(ADDRESSES).isPresent()) {
            return judge.unknown(facts.unknown(ADDRESSES).get());
        }
        if (facts.value(OTHER_OWNER).isPresent()) {
            return judge.seen(facts, OTHER_OWNER)
                    .broken(
                            KnownCause.DUPLICATE_ADDRESS,
                            "somebody else has the same address: "
                                    + facts.lines(OTHER_OWNER).get(0));
        }
        if (facts.value(DUPLICATES).isPresent()) {
            return judge.seen(facts, DUPLICATES)
                    .broken(
                            KnownCause.DUPLICATE_ADDRESS,
                            "somebody else has the same address: duplicate detection of "
                                    + String.join(", ", facts.lines(DUPLICATES)) + " failed");
        }
        List<String> missing = facts.lines(ADDRESSES_WANTED).stream()
                .filter(wanted -> !facts.lines(ADDRESSES).contains(wanted))
                .toList();
        if (!missing.isEmpty() && facts.value(INTERFACE).isPresent()) {
            return missing(facts, judge, missing.get(0));
        }
        if (facts.lacks(ADDRESSES) && facts.lacks(ADDRESSES_WANTED)) {
            return judge.broken(KnownCause.NO_ADDRESS_GIVEN, "no address was given to it in this partition");
        }
        return facts.lacks(ADDRESSES)
                ? judge.symptom("no address")
                : judge.holds(String.join(", ", facts.lines(ADDRESSES)));
    }

    private static LinkResult missing(Facts facts, Judge judge, String wanted) {
        String bare = wanted.substring(0, Math.max(0, wanted.indexOf('/')) + 1);
        Optional<String> otherLength = facts.lines(ADDRESSES).stream()
                .filter(found -> found.startsWith(bare))
                .findFirst();
        String found = facts.lacks(ADDRESSES) ? "no address" : String.join(", ", facts.lines(ADDRESSES));
        return judge.broken(
                otherLength.isPresent() ? KnownCause.WRONG_SUBNET : KnownCause.ADDRESS_MISSING,
                "wanted " + wanted + " on " + facts.value(INTERFACE).orElse("it") + ", found "
                        + otherLength.orElse(found));
    }

    /** Without the portal's wish, two addresses that do not lie in each other's networks. */
    static LinkResult sameSubnet(Case all) {
        Judge judge = new Judge(Link.ADDRESS, Place.BETWEEN)
                .seen(all.here(), ADDRESSES, PEER)
                .seen(all.there(), ADDRESSES);
        Optional<IpAddress> peer = all.here().value(PEER).flatMap(AddressRules::address);
        List<InterfaceAddress> own = addresses(all.here());
        if (peer.isEmpty() || own.isEmpty()) {
            return judge.unknown("there are no two addresses to compare");
        }
        boolean sameFamily = own.stream()
                .anyMatch(each -> each.address().family() == peer.get().family());
        boolean reaches = own.stream().anyMatch(each -> each.network().contains(peer.get()));
        boolean back = all.there().isEmpty()
                || addresses(all.there()).stream()
                        .filter(each -> each.address().equals(peer.get()))
                        .allMatch(each ->
                                own.stream().anyMatch(mine -> each.network().contains(mine.address())));
        if (sameFamily && (!reaches || !back) && !all.works()) {
            return judge.broken(
                    KnownCause.WRONG_SUBNET,
                    "the two ends are not in one network: "
                            + String.join(", ", all.here().lines(ADDRESSES)) + " here, " + theirs(all, peer.get())
                            + " there");
        }
        return judge.holds("one network");
    }

    private static String theirs(Case all, IpAddress peer) {
        return all.there().isEmpty()
                ? peer.toString()
                : String.join(", ", all.there().lines(ADDRESSES));
    }

    private static List<InterfaceAddress> addresses(Facts facts) {
        return facts.lines(ADDRESSES).stream()
                .flatMap(text -> interfaceAddress(text).stream())
                .toList();
    }

    private static Optional<InterfaceAddress> interfaceAddress(String text) {
        try {
            return Optional.of(InterfaceAddress.parse(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static Optional<IpAddress> address(String text) {
        try {
            return Optional.of(IpAddress.parse(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    static LinkResult route(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.ROUTE, place).seen(facts, ROUTE, INTERFACE);
        if (facts.value(PEER).isEmpty()) {
            return judge.unknown("no peer was named");
        }
        if (facts.unknown(ROUTE).isPresent() && all.works()) {
            return judge.holds("packets pass");
        }
        if (facts.unknown(ROUTE).isPresent()) {
            return judge.unknown(facts.unknown(ROUTE).get());
        }
        String name = facts.value(INTERFACE).orElse("");
        String route = facts.value(ROUTE).orElse("");
        if (route.startsWith("dev " + name + " ") || route.equals("dev " + name)) {
            return twoInSubnet(all, facts, judge).orElseGet(() -> judge.holds(route));
        }
        if (all.works()) {
            return judge.holds(route.isEmpty() ? "packets pass" : route);
        }
        return elsewhere(
                facts, judge, route.isEmpty() ? "there is no route to the peer" : "the peer is sought by " + route);
    }

    private static LinkResult elsewhere(Facts facts, Judge judge, String found) {
        boolean vrf =
                facts.value(MASTER).filter(master -> master.startsWith("vrf ")).isPresent();
        if (facts.value(INTERFACE).isEmpty()) {
            return judge.symptom(found);
        }
        if (vrf || facts.value(POLICY_RULES).isPresent()) {
            return judge.seen(facts, MASTER, POLICY_RULES)
                    .broken(
                            KnownCause.ROUTED_AWAY,
                            found + ", because of "
                                    + (vrf
                                            ? facts.value(MASTER).get()
                                            : "the rule "
                                                    + facts.lines(POLICY_RULES).get(0)));
        }
        return facts.value(SAME_NETWORK).isPresent()
                ? judge.seen(facts, SAME_NETWORK)
                        .broken(KnownCause.TWO_IN_SUBNET, found + ": " + sameNetwork(facts) + " in the same network")
                : judge.broken(KnownCause.NO_ROUTE, found);
    }

    private static String sameNetwork(Facts facts) {
        return String.join(", ", facts.lines(SAME_NETWORK)) + " has an address";
    }

    /** Answers that come in by the one are dropped when the host would answer by the other. */
    private static Optional<LinkResult> twoInSubnet(Case all, Facts facts, Judge judge) {
        boolean strict = facts.is(RP_FILTER, "1");
        return facts.value(SAME_NETWORK)
                .filter(others -> strict && !all.works())
                .map(others -> judge.seen(facts, SAME_NETWORK, RP_FILTER)
                        .broken(
                                KnownCause.TWO_IN_SUBNET,
                                sameNetwork(facts)
                                        + " in the same network, and rp_filter=1 drops what comes in by it"));
    }
}
