package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.NODE_GUID;
import static dev.ibportal.diagnosis.FactKey.PKEY;
import static dev.ibportal.diagnosis.FactKey.PKEY_ENTRY;
import static dev.ibportal.diagnosis.FactKey.PKEY_TABLE;
import static dev.ibportal.diagnosis.FactKey.PORT_GUID;
import static dev.ibportal.diagnosis.FactKey.PROGRAMMED;
import static dev.ibportal.diagnosis.FactKey.SYSTEM_GUID;

import java.util.Optional;
import java.util.stream.Stream;

/** Whether the ports are members, and whether two such members may talk. */
final class PartitionRules {
    private static final int FULL_BIT = 0x8000;

    private PartitionRules() {}

    static LinkResult inTable(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.PKEY, place).seen(facts, PKEY_ENTRY, PKEY);
        if (facts.value(PKEY_ENTRY).isPresent()) {
            return judge.holds(facts.value(PKEY_ENTRY).get()
                    + (isFull(facts).orElse(false) ? " (full member)" : " (limited member)"));
        }
        if (!facts.lacks(PKEY_ENTRY)) {
            return judge.unknown(facts.unknown(PKEY_ENTRY).orElse(""));
        }
        judge.seen(facts, PKEY_TABLE);
        Optional<String> wrong = wrongGuid(all, facts);
        if (wrong.isPresent()) {
            return judge.seen(all.fabric(), PROGRAMMED)
                    .broken(
                            KnownCause.WRONG_GUID,
                            "the partition was programmed with " + wrong.get() + ", which is not the port's GUID "
                                    + facts.value(PORT_GUID).orElse(""));
        }
        return judge.broken(
                KnownCause.KEY_NOT_IN_TABLE,
                "PKey " + facts.value(PKEY).orElse("of the partition")
                        + " is not in the port's table: the subnet manager has not made this port a member");
    }

    private static Optional<String> wrongGuid(Case all, Facts facts) {
        String own = facts.value(PORT_GUID).orElse("");
        return Stream.of(NODE_GUID, SYSTEM_GUID)
                .flatMap(key -> facts.value(key).stream())
                .filter(guid -> !guid.equals(own))
                .filter(guid -> all.fabric().lines(PROGRAMMED).contains(guid))
                .filter(guid -> !all.fabric().lines(PROGRAMMED).contains(own))
                .findFirst();
    }

    static LinkResult sameKey(Case all) {
        Judge judge = new Judge(Link.PKEY, Place.BETWEEN).seen(all.here(), PKEY).seen(all.there(), PKEY);
        Optional<String> here = all.here().value(PKEY);
        Optional<String> there = all.there().value(PKEY);
        if (here.isEmpty() || there.isEmpty()) {
            return judge.unknown("the other end's PKey is not known");
        }
        return here.equals(there)
                ? judge.holds(here.get())
                : judge.broken(
                        KnownCause.KEYS_DIFFER,
                        "the two ends are in different partitions: " + here.get() + " here, " + there.get() + " there");
    }

    static LinkResult membership(Case all) {
        Judge judge = new Judge(Link.MEMBERSHIP, Place.BETWEEN)
                .seen(all.here(), PKEY_ENTRY)
                .seen(all.there(), PKEY_ENTRY);
        Optional<Boolean> here = isFull(all.here());
        Optional<Boolean> there = isFull(all.there());
        if (here.equals(Optional.of(true)) || there.equals(Optional.of(true))) {
            return judge.holds("at least one of the two is a full member");
        }
        if (here.isEmpty() || there.isEmpty()) {
            return judge.unknown(here.isPresent() ? "limited here, not known there" : "not known");
        }
        return judge.broken(
                KnownCause.BOTH_LIMITED, "both ports are limited members, and two of those cannot talk to each other");
    }

    private static Optional<Boolean> isFull(Facts facts) {
        return facts.value(PKEY_ENTRY)
                .filter(entry -> entry.matches("0x[0-9a-f]{4}"))
                .map(entry -> (Integer.parseInt(entry.substring(2), 16) & FULL_BIT) != 0);
    }
}
