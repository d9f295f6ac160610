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
        Optional<Broken> first = links.stream()
                .filter(Broken.class::isInstance)
                .map(Broken.class::cast)
                .findFirst();
        return first.map(broken -> broken(links, broken)).orElseGet(() -> unbroken(links));
    }

    private static List<LinkResult> chain(Case all) {
        Walk walk = new Walk(all);
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

    private static Diagnosis broken(List<LinkResult> links, Broken first) {
        int at = links.indexOf(first);
        List<LinkResult> consequences = new ArrayList<>();
        List<Broken> besides = new ArrayList<>();
        for (LinkResult later : links.subList(at + 1, links.size())) {
            boolean follows = later.link().followsFrom(first.link());
            if (later instanceof Broken broken && !follows) {
                besides.add(broken);
            } else if (later instanceof Broken || later instanceof Symptom) {
                consequences.add(later);
            }
        }
        boolean gap = links.subList(0, at).stream()
                .anyMatch(earlier -> earlier instanceof Unknown
                        && first.link().followsFrom(earlier.link())
                        && earlier.place() == first.place());
        Broken primary =
                gap ? new Broken(first.link(), first.place(), first.cause().onlyLikely(), first.evidence()) : first;
        return new Diagnosis(
                Diagnosis.Verdict.BROKEN, links, Optional.of(primary), List.copyOf(consequences), List.copyOf(besides));
    }

    private static Diagnosis unbroken(List<LinkResult> links) {
        List<LinkResult> failing =
                links.stream().filter(Symptom.class::isInstance).toList();
        boolean sound = failing.isEmpty()
                && links.stream().anyMatch(LinkResult.Holds.class::isInstance)
                && links.stream().filter(link -> link.link() == Link.REACHABLE).allMatch(Doctor::isReached);
        return new Diagnosis(
                sound ? Diagnosis.Verdict.SOUND : Diagnosis.Verdict.CANNOT_BE_TOLD,
                links,
                Optional.empty(),
                failing,
                List.of());
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
