package dev.ibportal.diagnosis;

import java.util.Optional;

/**
 * What is to be judged.
 *
 * @param here the end that asks
 * @param there the other end; {@link Facts#NONE} when nobody looked there
 * @param fabric what the fabric's own node and the portal know
 */
public record Case(Facts here, Facts there, Facts fabric) {
    public static Case node(Facts here) {
        return new Case(here, Facts.NONE, Facts.NONE);
    }

    /** Packets of every size that matters get there and back. Empty: nobody tried, or it could not be told. */
    Optional<Boolean> passes() {
        Facts from = asking();
        Optional<Boolean> small = answered(from, FactKey.PING_SMALL);
        if (small.isEmpty() || !small.get()) {
            return small;
        }
        return Optional.of(answered(here, FactKey.PING_FULL).orElse(true)
                && answered(there, FactKey.PING_FULL).orElse(true));
    }

    /** An answer has taken both ways, so the other end's packets tell as much where this end could not be asked. */
    private Facts asking() {
        return here.value(FactKey.PING_SMALL).isPresent() ? here : there;
    }

    boolean works() {
        return passes().orElse(false);
    }

    boolean smallPasses() {
        return answered(asking(), FactKey.PING_SMALL).orElse(false);
    }

    /** Tried, and not answered. */
    boolean smallFails() {
        return !answered(asking(), FactKey.PING_SMALL).orElse(true);
    }

    /** Empty: not known. {@code 2/2 …} is answered, {@code 0/2 …} is not. */
    static Optional<Boolean> answered(Facts facts, FactKey key) {
        return facts.value(key).map(text -> !text.startsWith("0/"));
    }

    Facts at(Place place) {
        return switch (place) {
            case HERE, BETWEEN -> here;
            case THERE -> there;
            case FABRIC -> fabric;
        };
    }
}
