package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.FABRIC_ENTRY;
import static dev.ibportal.diagnosis.FactKey.FULL_MEMBERS;
import static dev.ibportal.diagnosis.FactKey.MEMBERSHIP_WANTED;
import static dev.ibportal.diagnosis.FactKey.NODE_GUID;
import static dev.ibportal.diagnosis.FactKey.PKEY;
import static dev.ibportal.diagnosis.FactKey.PKEY_ENTRY;
import static dev.ibportal.diagnosis.FactKey.PKEY_TABLE;
import static dev.ibportal.diagnosis.FactKey.PORT_GUID;
import static dev.ibportal.diagnosis.FactKey.PROGRAMMED;
import static dev.ibportal.diagnosis.FactKey.SYSTEM_GUID;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the ports are members, and whether two such members may talk. */
final class PartitionRules {
    private static final int FULL_BIT = 0x8000;

    private PartitionRules() {}

    static LinkResult inTable(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.PKEY, place).seen(facts, PKEY_ENTRY, FABRIC_ENTRY, PKEY);
        if (facts.value(PKEY_ENTRY).isPresent()) {
            return judge.holds(facts.value(PKEY_ENTRY).get()
                    + (isFull(facts).orElse(false) ? " (full member)" : " (limited member)")
                    + disagreement(facts));
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
        if (facts.value(MEMBERSHIP_WANTED).isPresent()) {
            return judge.seen(facts, MEMBERSHIP_WANTED)
                    .broken(
                            KnownCause.KEY_NOT_PROGRAMMED,
                            "the portal wants the port as a member, but PKey "
                                    + facts.value(PKEY).orElse("of the partition")
                                    + " is not in its table: the subnet manager has not programmed it"
                                    + disagreement(facts));
        }
        return judge.broken(
                KnownCause.KEY_NOT_IN_TABLE,
                "PKey " + facts.value(PKEY).orElse("of the partition")
                        + " is not in the port's table: the subnet manager has not made this port a member");
    }

    /** Two readings of one table, of different times; both are shown. */
    private static String disagreement(Facts facts) {
        boolean bothTold = facts.unknown(PKEY_ENTRY).isEmpty()
                && facts.unknown(FABRIC_ENTRY).isEmpty();
        if (!bothTold || facts.value(PKEY_ENTRY).equals(facts.value(FABRIC_ENTRY))) {
            return "";
        }
        return "; the subnet manager's node read " + facts.value(FABRIC_ENTRY).orElse("no entry") + " there";
    }

    /** Both are wanted as limited members of a partition that has full ones: nobody wants them to talk. */
    static boolean keptApart(Case all) {
        return all.here().is(MEMBERSHIP_WANTED, "limited")
                && all.there().is(MEMBERSHIP_WANTED, "limited")
                && all.fabric().number(FULL_MEMBERS).orElse(0) > 0;
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
        if (keptApart(all)) {
            return judge.seen(all.here(), MEMBERSHIP_WANTED)
                    .seen(all.there(), MEMBERSHIP_WANTED)
                    .seen(all.fabric(), FULL_MEMBERS)
                    .broken(
                            KnownCause.BOTH_LIMITED,
                            "both are limited members on purpose: they reach the full members, not each other");
        }
        for (Facts end : List.of(all.here(), all.there())) {
            if (end.is(MEMBERSHIP_WANTED, "full")) {
                return judge.seen(end, MEMBERSHIP_WANTED, FABRIC_ENTRY)
                        .broken(
                                KnownCause.KEY_NOT_PROGRAMMED,
                                "full membership is wanted for "
                                        + end.value(PORT_GUID).orElse("a port")
                                        + ", but its table has it as limited: the subnet manager has not programmed it");
            }
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
