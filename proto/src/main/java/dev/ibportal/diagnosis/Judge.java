package dev.ibportal.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** Says of one link at one place what was found, with the facts that say so. */
final class Judge {
    private final Link link;
    private final Place place;
    private final List<Fact> evidence = new ArrayList<>();

    Judge(Link link, Place place) {
        this.link = link;
        this.place = place;
    }

    Judge seen(Facts facts, FactKey... keys) {
        evidence.addAll(facts.evidence(keys));
        return this;
    }

    LinkResult holds(String found) {
        return new LinkResult.Holds(link, place, found, List.copyOf(evidence));
    }

    LinkResult broken(KnownCause known, String message) {
        return broken(Cause.certain(known, message));
    }

    LinkResult likely(KnownCause known, String message) {
        return broken(Cause.likely(known, message));
    }

    LinkResult broken(Cause cause) {
        return new LinkResult.Broken(link, place, cause, List.copyOf(evidence));
    }

    LinkResult symptom(String found) {
        return new LinkResult.Symptom(link, place, found, List.copyOf(evidence));
    }

    LinkResult unknown(String why) {
        return new LinkResult.Unknown(link, place, why, List.copyOf(evidence));
    }
}
