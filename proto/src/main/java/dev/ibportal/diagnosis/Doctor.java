package dev.ibportal.diagnosis;

import dev.ibportal.diagnosis.LinkResult.Broken;
import dev.ibportal.diagnosis.LinkResult.Symptom;
import dev.ibportal.diagnosis.LinkResult.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Walks the chain on both ends at once, link by link, and names the first that is broken. */
public final class Doctor {
    private Doctor() {}

    public static Diagnosis judge(Case all) {
        List<LinkResult> links = chain(all);
        List<Broken> broken = links.stream()
                .filter(Broken.class::isInstance)
                .map(Broken.class::cast)
                .toList();
        return broken.stream()
                .filter(each -> !isMeant(all, each)
                        && !isWithoutEffect(all, each)
                        && !followsFromWhatIsMeant(all, broken, each))
                .findFirst()
                .or(() -> broken.stream().findFirst())
                .map(first -> broken(all, links, first))
                .orElseGet(() -> unbroken(all, links));
    }

    private static boolean isMeant(Case all, Broken broken) {
        return broken.cause().known() == KnownCause.BOTH_LIMITED && PartitionRules.keptApart(all);
    }

    /** A wish that cannot be had, at an end that talks in the other one's mode. */
    private static boolean isWithoutEffect(Case all, Broken broken) {
        return broken.cause().known() == KnownCause.CONNECTED_IMPOSSIBLE && AddressRules.sameModeAnyway(all);
    }

    private static boolean followsFromWhatIsMeant(Case all, List<Broken> broken, Broken later) {
        return broken.stream()
                .anyMatch(each -> isMeant(all, each) && later.link().followsFrom(each.link()));
    }

    private static List<LinkResult> chain(Case all) {
        Walk walk = new Walk(all);
        walk.daemons();
        walk.ends(DeviceRules::device);
        walk.ends(DeviceRules::module);
        walk.ends(PortRules::linkLayer);
        walk.ends(PortRules::physical);
        walk.ends(PortRules::state);
        walk.places(PortRules::subnetManager);
        walk.places(PartitionRules::inTable);
        walk.between(PartitionRules::sameKey);
        walk.between(PartitionRules::membership);
        walk.ends(InterfaceRules::interfaceUp);
        walk.places(InterfaceRules::carrier);
        walk.ends(AddressRules::mode);
        walk.between(AddressRules::sameMode);
        walk.between(AddressRules::sameMtu);
        walk.ends(AddressRules::addresses);
        walk.peer(AddressRules::sameSubnet);
        walk.peers(AddressRules::route);
        walk.peers(PeerRules::neighbour);
        walk.peers(PeerRules::path);
        walk.peers(PeerRules::filter);
        walk.peer(PeerRules::peer);
        walk.peers(PeerRules::reachable);
        return List.copyOf(walk.links);
    }

    private static Diagnosis broken(Case all, List<LinkResult> links, Broken first) {
        int at = links.indexOf(first);
        List<LinkResult> consequences = new ArrayList<>();
        List<LinkResult> besides = new ArrayList<>();
        links.subList(0, at).stream()
                .filter(earlier -> earlier instanceof Broken broken && isWithoutEffect(all, broken))
                .forEach(besides::add);
        for (LinkResult later : links.subList(at + 1, links.size())) {
            if (!(later instanceof Broken || later instanceof Symptom)
                    || isSame(first, later)
                    || besides.stream().anyMatch(each -> isSame(each, later))) {
                continue;
            }
            boolean follows =
                    follows(first, later) || consequences.stream().anyMatch(each -> isOnMissingInterface(each, later));
            (follows ? consequences : besides).add(later);
        }
        boolean gap = links.subList(0, at).stream().anyMatch(earlier -> isGap(first, earlier));
        Broken primary =
                gap ? new Broken(first.link(), first.place(), first.cause().onlyLikely(), first.evidence()) : first;
        return new Diagnosis(
                verdict(all, first),
                links,
                Optional.of(primary),
                List.copyOf(consequences),
                List.copyOf(besides),
                all.passes());
    }

    /** What the cause rests on could not be told; of an end that nobody looked at, all there is is old. */
    private static boolean isGap(Broken first, LinkResult earlier) {
        if (!(earlier instanceof Unknown)) {
            return false;
        }
        boolean samePlace = earlier.place() == first.place();
        return earlier.link() == Link.DAEMON
                ? samePlace || first.place() == Place.BETWEEN
                : samePlace && first.link().followsFrom(earlier.link());
    }

    private static Diagnosis.Verdict verdict(Case all, Broken first) {
        if (isMeant(all, first)) {
            return Diagnosis.Verdict.NOT_MEANT;
        }
        return all.works() ? Diagnosis.Verdict.AT_RISK : Diagnosis.Verdict.BROKEN;
    }

    /** What is the fabric's is seen from both ends, and is one thing. */
    private static boolean isSame(LinkResult one, LinkResult later) {
        return one instanceof Broken first
                && later instanceof Broken broken
                && broken.cause().known() == first.cause().known()
                && broken.cause().known().isOfTheFabric();
    }

    private static boolean follows(Broken first, LinkResult later) {
        boolean elsewhere = later.place() != first.place()
                && first.link().isOfOneEnd()
                && later.link().isOfOneEnd()
                && first.place() != Place.BETWEEN
                && !first.cause().known().isOfTheFabric();
        if (elsewhere || isDeadManager(later)) {
            return false;
        }
        return later.link().followsFrom(first.link()) || isNotMadeYet(first, later);
    }

    /** No cable of a host stops the subnet manager's process. */
    private static boolean isDeadManager(LinkResult later) {
        return later.link() == Link.SUBNET_MANAGER
                && later instanceof Broken
                && Facts.of(later.evidence()).is(FactKey.SM_PROCESS, "not running");
    }

    /** An interface is made only when its key is in the port's table. */
    private static boolean isNotMadeYet(Broken first, LinkResult later) {
        return later instanceof Broken broken
                && broken.cause().known() == KnownCause.INTERFACE_MISSING
                && first.link().compareTo(Link.PKEY) <= 0;
    }

    private static boolean isOnMissingInterface(LinkResult consequence, LinkResult later) {
        return consequence.link() == Link.INTERFACE
                && consequence.place() == later.place()
                && later.link().followsFrom(Link.INTERFACE);
    }

    private static Diagnosis unbroken(Case all, List<LinkResult> links) {
        List<LinkResult> failing =
                links.stream().filter(Symptom.class::isInstance).toList();
        boolean sound = failing.isEmpty()
                && links.stream().anyMatch(LinkResult.Holds.class::isInstance)
                && links.stream().noneMatch(link -> isMissed(all, link))
                && links.stream().filter(link -> link.link() == Link.REACHABLE).allMatch(Doctor::isReached);
        return new Diagnosis(
                sound ? Diagnosis.Verdict.SOUND : Diagnosis.Verdict.CANNOT_BE_TOLD,
                links,
                Optional.empty(),
                failing,
                List.of(),
                all.passes());
    }

    /** Packets that pass prove what is below them, but not that an end is well that nobody looked at. */
    private static boolean isMissed(Case all, LinkResult link) {
        return link instanceof Unknown
                && (link.link() == Link.DAEMON || (link.link().isNeeded() && !all.works()));
    }

    /** The way back is tried too, but need not be: an answer has taken both. */
    private static boolean isReached(LinkResult link) {
        return link instanceof LinkResult.Holds || link.place() == Place.THERE;
    }

    private static final class Walk {
        private final Case all;
        private final List<LinkResult> links = new ArrayList<>();

        Walk(Case all) {
            this.all = all;
        }

        /** Only where somebody asks daemons; on the host itself nobody does. */
        void daemons() {
            for (Place place : List.of(Place.HERE, Place.THERE)) {
                all.at(place).evidence(FactKey.DAEMON).forEach(fact -> links.add(daemon(fact, place)));
            }
        }

        private static LinkResult daemon(Fact fact, Place place) {
            return fact.told() instanceof Told.Unknown unknown
                    ? new Unknown(Link.DAEMON, place, unknown.why(), List.of(fact))
                    : new LinkResult.Holds(Link.DAEMON, place, fact.text(), List.of(fact));
        }

        void ends(BiFunction<Facts, Place, LinkResult> rule) {
            places((ignored, place) -> rule.apply(all.at(place), place));
        }

        void places(BiFunction<Case, Place, LinkResult> rule) {
            links.add(rule.apply(all, Place.HERE));
            if (!all.there().isEmpty()) {
                links.add(rule.apply(all, Place.THERE));
            }
        }

        void between(Function<Case, LinkResult> rule) {
            if (!all.there().isEmpty()) {
                links.add(rule.apply(all));
            }
        }

        /** Only where there is a peer to be reached. */
        void peer(Function<Case, LinkResult> rule) {
            if (all.here().value(FactKey.PEER).isPresent()) {
                links.add(rule.apply(all));
            }
        }

        void peers(BiFunction<Case, Place, LinkResult> rule) {
            if (all.here().value(FactKey.PEER).isPresent()) {
                places(rule);
            }
        }
    }
}
