package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.COUNTERS;
import static dev.ibportal.diagnosis.FactKey.DRIVER;
import static dev.ibportal.diagnosis.FactKey.ECHO_IGNORED;
import static dev.ibportal.diagnosis.FactKey.FILTER;
import static dev.ibportal.diagnosis.FactKey.HARDWARE;
import static dev.ibportal.diagnosis.FactKey.INTERFACE;
import static dev.ibportal.diagnosis.FactKey.KERNEL_LOG;
import static dev.ibportal.diagnosis.FactKey.KERNEL_RELEASE;
import static dev.ibportal.diagnosis.FactKey.MTU;
import static dev.ibportal.diagnosis.FactKey.NEIGHBOUR;
import static dev.ibportal.diagnosis.FactKey.PATH;
import static dev.ibportal.diagnosis.FactKey.PEER;
import static dev.ibportal.diagnosis.FactKey.PEER_BY_LID;
import static dev.ibportal.diagnosis.FactKey.PEER_ON_FABRIC;
import static dev.ibportal.diagnosis.FactKey.PING_FULL;
import static dev.ibportal.diagnosis.FactKey.PING_SMALL;
import static dev.ibportal.diagnosis.FactKey.PORT_GUID;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the neighbour table to the answer. Nothing here is blamed while packets pass. */
final class PeerRules {
    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");
    private static final int GUID_DIGITS = 16;

    private PeerRules() {}

    static LinkResult neighbour(Case all, Place place) {
        Facts facts = all.at(place);
        Facts other = all.at(place == Place.HERE ? Place.THERE : Place.HERE);
        Judge judge = new Judge(Link.NEIGHBOUR, place).seen(facts, NEIGHBOUR).seen(other, HARDWARE);
        if (facts.value(PEER).isEmpty()) {
            return judge.unknown("no peer was named");
        }
        if (all.works()) {
            return judge.holds(facts.value(NEIGHBOUR).orElse("packets pass"));
        }
        Optional<String> found = facts.value(NEIGHBOUR);
        if (found.isEmpty()) {
            return facts.lacks(NEIGHBOUR)
                    ? judge.symptom("nobody was asked for")
                    : judge.unknown(facts.unknown(NEIGHBOUR).orElse(""));
        }
        String[] words = found.get().split(" ");
        if (words.length < 2) {
            return words[0].equals("FAILED") || words[0].equals("INCOMPLETE")
                    ? judge.symptom("nobody answers for the address (" + words[0] + ")")
                    : judge.unknown("the neighbour's hardware address is not one of InfiniBand");
        }
        Optional<String> hardware = other.value(HARDWARE);
        if (hardware.filter(hex -> !hex.equals(words[1])).isPresent()) {
            return stranger(judge, words[1], hardware.get());
        }
        return judge.holds(found.get());
    }

    private static LinkResult stranger(Judge judge, String cached, String own) {
        boolean samePort = guid(cached).equals(guid(own));
        return samePort
                ? judge.broken(
                        KnownCause.NEIGHBOUR_STALE,
                        "the neighbour table still has the peer's hardware address of before: " + cached + ", it is "
                                + own)
                : judge.broken(
                        KnownCause.DUPLICATE_ADDRESS,
                        "another port than the peer's answers for its address: " + guid(cached) + " instead of "
                                + guid(own));
    }

    private static String guid(String hardware) {
        return "0x" + hardware.substring(Math.max(0, hardware.length() - GUID_DIGITS));
    }

    static LinkResult path(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.PATH, place).seen(facts, PATH, PEER_BY_LID);
        if (all.works()) {
            return judge.holds("packets pass");
        }
        Optional<String> stuck = facts.line(KERNEL_LOG, "transmit timeout")
                .filter(line -> line.contains(facts.value(INTERFACE).orElse("?").split("\\.")[0]));
        if (stuck.isPresent() && all.smallFails()) {
            return judge.seen(facts, KERNEL_LOG)
                    .broken(KnownCause.TRANSMIT_STUCK, "the send queue is stuck: " + stuck.get());
        }
        if (facts.is(PATH, "no")) {
            return judge.broken(KnownCause.PATH_FAILS, "the subnet administrator gave no path to the peer");
        }
        if (facts.is(PEER_BY_LID, "no") && facts.value(PEER_ON_FABRIC).isPresent()) {
            return judge.seen(facts, PEER_ON_FABRIC)
                    .broken(
                            KnownCause.NO_WAY,
                            "the subnet manager knows the peer's port, but management packets do not get there either");
        }
        return quality(all, facts, judge)
                .or(() -> siblings(all, facts, judge))
                .orElseGet(() -> facts.value(PATH).isPresent()
                        ? judge.holds("there is a path")
                        : judge.unknown(facts.unknown(PATH).orElse("no path was looked up")));
    }

    private static Optional<LinkResult> quality(Case all, Facts facts, Judge judge) {
        return facts.value(COUNTERS)
                .filter(counters -> all.passes().isPresent())
                .map(counters -> judge.seen(facts, COUNTERS)
                        .likely(KnownCause.LINK_BAD, "the link has errors that grow: " + counters));
    }

    /** Two interfaces of one port on one host, before kernel 5.8. */
    private static Optional<LinkResult> siblings(Case all, Facts facts, Judge judge) {
        Matcher kernel = RELEASE.matcher(facts.value(KERNEL_RELEASE).orElse(""));
        boolean samePort = facts.value(PORT_GUID).isPresent()
                && facts.value(PORT_GUID).equals(all.there().value(PORT_GUID));
        boolean enhanced =
                facts.value(DRIVER).filter(name -> name.startsWith("mlx5")).isPresent();
        if (!samePort || !enhanced || !kernel.matches()) {
            return Optional.empty();
        }
        int version = Integer.parseInt(kernel.group(1)) * 1000 + Integer.parseInt(kernel.group(2));
        return version >= 5008
                ? Optional.empty()
                : Optional.of(judge.seen(facts, KERNEL_RELEASE, DRIVER, PORT_GUID)
                        .broken(
                                KnownCause.SIBLINGS,
                                "both interfaces are on one port, and kernel " + kernel.group()
                                        + " does not pass packets between such"));
    }

    static LinkResult filter(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.FILTER, place).seen(facts, FILTER);
        if (all.works()) {
            return judge.holds("packets pass");
        }
        if (facts.value(FILTER).isPresent() && all.passes().isPresent()) {
            String line = facts.lines(FILTER).get(0);
            String message = "the packet filter drops it: " + line;
            return line.startsWith("maybe ")
                    ? judge.likely(KnownCause.FIREWALL, "the packet filter may drop it: " + line.substring(6))
                    : judge.broken(KnownCause.FIREWALL, message);
        }
        if (place == Place.THERE && facts.is(ECHO_IGNORED, "1") && all.smallFails()) {
            return judge.seen(facts, ECHO_IGNORED)
                    .broken(
                            KnownCause.ECHO_IGNORED,
                            "the peer ignores echo requests: net.ipv4.icmp_echo_ignore_all is 1");
        }
        return facts.unknown(FILTER).map(judge::unknown).orElseGet(() -> judge.holds("nothing drops it"));
    }

    static LinkResult peer(Case all) {
        Facts facts = all.here();
        Judge judge =
                new Judge(Link.PEER, Place.THERE).seen(facts, PEER_ON_FABRIC).seen(all.fabric(), PEER_ON_FABRIC);
        if (facts.value(PEER).isEmpty()) {
            return judge.unknown("no peer was named");
        }
        if (all.works()) {
            return judge.holds("it answers");
        }
        if (facts.lacks(PEER_ON_FABRIC) || all.fabric().lacks(PEER_ON_FABRIC)) {
            return judge.broken(
                    KnownCause.PEER_GONE, "the peer's port is not on the fabric: its host is down or its cable is out");
        }
        return facts.value(PEER_ON_FABRIC)
                        .or(() -> all.fabric().value(PEER_ON_FABRIC))
                        .isPresent()
                ? judge.holds("its port is on the fabric")
                : judge.unknown(facts.unknown(PEER_ON_FABRIC).orElse(""));
    }

    static LinkResult reachable(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.REACHABLE, place).seen(facts, PING_SMALL, PING_FULL);
        if (facts.value(PEER).isEmpty()) {
            return judge.unknown("no peer was named");
        }
        Optional<Boolean> small = Case.answered(facts, PING_SMALL);
        if (small.isEmpty() && all.works()) {
            return judge.holds("packets pass");
        }
        if (small.isEmpty()) {
            return judge.unknown(facts.unknown(PING_SMALL).orElse("nobody tried"));
        }
        if (!small.get()) {
            return judge.symptom("no answer to echo requests");
        }
        Optional<Boolean> full = Case.answered(facts, PING_FULL);
        if (full.isEmpty()) {
            return judge.unknown(facts.unknown(PING_FULL).orElse("full-size packets were not tried"));
        }
        String mtu = facts.value(MTU).orElse("of the interface");
        return full.get()
                ? judge.holds("small and full-size packets (MTU " + mtu + ") pass")
                : judge.broken(
                        KnownCause.FULL_SIZE_LOST, "small packets pass, full-size packets (MTU " + mtu + ") do not");
    }
}
