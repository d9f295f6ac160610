package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.EARLIER_LIDS;
import static dev.ibportal.diagnosis.FactKey.LID;
import static dev.ibportal.diagnosis.FactKey.LINK_LAYER;
import static dev.ibportal.diagnosis.FactKey.OTHER_PORTS;
import static dev.ibportal.diagnosis.FactKey.PHYSICAL_STATE;
import static dev.ibportal.diagnosis.FactKey.PKEY_ENTRY;
import static dev.ibportal.diagnosis.FactKey.PORT;
import static dev.ibportal.diagnosis.FactKey.PORT_GUID;
import static dev.ibportal.diagnosis.FactKey.PORT_STATE;
import static dev.ibportal.diagnosis.FactKey.PORT_STATE_SECONDS;
import static dev.ibportal.diagnosis.FactKey.SM_LID;
import static dev.ibportal.diagnosis.FactKey.SM_PROCESS;
import static dev.ibportal.diagnosis.FactKey.SUBNET_MANAGER;

import java.util.Optional;

/** The port's two states, which are read together: one field alone would blame the cable for everything. */
final class PortRules {
    static final int PATIENCE_SECONDS = 60;
    private static final int NO_LID = 0xffff;

    private PortRules() {}

    static LinkResult linkLayer(Facts facts, Place place) {
        Judge judge = new Judge(Link.LINK_LAYER, place).seen(facts, LINK_LAYER, PORT);
        Optional<String> layer = facts.value(LINK_LAYER);
        if (layer.isEmpty()) {
            return judge.unknown(facts.unknown(LINK_LAYER).orElse("there is no such port"));
        }
        return layer.get().equals("Ethernet")
                ? judge.broken(
                        KnownCause.PORT_ETHERNET,
                        facts.value(PORT).orElse("the port") + " runs as Ethernet; IPoIB needs InfiniBand")
                : judge.holds(layer.get());
    }

    static LinkResult physical(Facts facts, Place place) {
        Judge judge = new Judge(Link.PHYSICAL, place).seen(facts, PHYSICAL_STATE, PORT);
        Optional<String> state = facts.value(PHYSICAL_STATE);
        if (state.isEmpty()) {
            return judge.unknown(facts.unknown(PHYSICAL_STATE).orElse("there is no such port"));
        }
        if (facts.is(PORT_GUID, "0x0000000000000000")) {
            return judge.seen(facts, PORT_GUID)
                    .broken(KnownCause.VIRTUAL_PORT, "the port has no GUID: a virtual function that nobody gave one");
        }
        return switch (state.get()) {
            case "LinkUp" -> judge.holds("LinkUp");
            case "Disabled" -> judge.broken(KnownCause.PORT_DISABLED, "port switched off");
            case "Polling" ->
                elsewhere(facts, judge).orElseGet(() -> judge.broken(KnownCause.NO_LINK, "no link: cable or peer"));
            default -> judge.likely(KnownCause.NO_LINK, "no link: the port is in " + state.get());
        };
    }

    /** Another port is in use and has the partition's key, which this one lacks. */
    private static Optional<LinkResult> elsewhere(Facts facts, Judge judge) {
        return facts.lines(OTHER_PORTS).stream()
                .filter(other -> facts.lacks(PKEY_ENTRY) && (other.endsWith("full") || other.endsWith("limited")))
                .findFirst()
                .map(other -> judge.seen(facts, OTHER_PORTS, PKEY_ENTRY)
                        .broken(
                                KnownCause.WRONG_PORT,
                                "wrong port: this one has no link, and the partition's key is in the table of "
                                        + other));
    }

    static LinkResult state(Facts facts, Place place) {
        Judge judge = new Judge(Link.STATE, place).seen(facts, PORT_STATE, PHYSICAL_STATE, LID, SM_LID);
        Optional<String> state = facts.value(PORT_STATE);
        if (state.isEmpty()) {
            return judge.unknown(facts.unknown(PORT_STATE).orElse("there is no such port"));
        }
        boolean linked = facts.is(PHYSICAL_STATE, "LinkUp");
        return switch (state.get()) {
            case "ACTIVE", "ACTIVE_DEFER" -> judge.holds("ACTIVE");
            case "INIT" -> judge.broken(KnownCause.NO_SUBNET_MANAGER, "no subnet manager has set up this port");
            case "ARMED" -> armed(facts, judge);
            case "DOWN" -> linked ? downWithLink(facts, judge) : judge.symptom("DOWN");
            default -> judge.unknown("the port is in state " + state.get());
        };
    }

    private static LinkResult armed(Facts facts, Judge judge) {
        judge.seen(facts, PORT_STATE_SECONDS);
        int seconds = facts.number(PORT_STATE_SECONDS).orElse(0);
        return seconds <= PATIENCE_SECONDS
                ? judge.holds("being brought up")
                : judge.broken(
                        KnownCause.PORT_ARMED,
                        "the port has been ARMED for " + seconds + " s: it was not brought up to the end");
    }

    /** Physical ports are never so; a virtual one is until the subnet manager knows its GUID. */
    private static LinkResult downWithLink(Facts facts, Judge judge) {
        int lid = facts.number(LID).orElse(NO_LID);
        return lid == NO_LID || lid == 0
                ? judge.broken(
                        KnownCause.VIRTUAL_PORT, "virtual port not activated by the subnet manager: check its GUID")
                : judge.symptom("DOWN although there is a link");
    }

    /** Traffic that flows does not need it; that it is gone is told all the same, for nothing new will work. */
    static LinkResult subnetManager(Case all, Place place) {
        Facts facts = all.at(place);
        Judge judge = new Judge(Link.SUBNET_MANAGER, place).seen(facts, SUBNET_MANAGER, SM_LID);
        Optional<String> found = facts.value(SUBNET_MANAGER);
        boolean silent = facts.is(SUBNET_MANAGER, "silent");
        if (found.isPresent() && !silent) {
            return all.works()
                    ? judge.holds(found.get())
                    : staleLids(facts, judge).orElseGet(() -> judge.holds(found.get()));
        }
        judge.seen(all.fabric(), SM_PROCESS);
        String still = all.works() ? "; packets pass now, but nothing new will work" : "";
        if (all.fabric().is(SM_PROCESS, "not running")) {
            return judge.broken(KnownCause.SUBNET_MANAGER_SILENT, "the subnet manager does not run" + still);
        }
        if (silent) {
            return judge.broken(KnownCause.SUBNET_MANAGER_SILENT, "the subnet manager does not answer" + still);
        }
        return all.fabric().is(SM_PROCESS, "running")
                ? judge.holds("it runs, as its own node says")
                : judge.unknown(facts.unknown(SUBNET_MANAGER).orElse("nobody asked for it"));
    }

    private static Optional<LinkResult> staleLids(Facts facts, Judge judge) {
        Optional<String> earlier = facts.value(EARLIER_LIDS);
        String now = facts.number(LID).orElse(-1) + " " + facts.number(SM_LID).orElse(-1);
        return earlier.filter(text -> !text.equals(now) && !now.contains("-"))
                .map(text -> judge.seen(facts, EARLIER_LIDS, LID)
                        .likely(
                                KnownCause.LIDS_STALE,
                                "the port's LID and its subnet manager's were " + text + " and are now " + now
                                        + ": paths of before lead nowhere"));
    }
}
