package dev.ibportal.portal.reconcile.core;

import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.portal.reconcile.core.FabricDocument.Key;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.List;

/** What a port's table, read for certain, says about one member of the document that was in force. */
public sealed interface TableProof {
    /** The key is there as it was wanted. */
    record Effective(String found) implements TableProof {}

    /** The key is not there, or not with the membership that was wanted. */
    record NotYet(String found, String reason) implements TableProof {}

    /** The key was to go, and is gone. */
    record Gone(long ledger) implements TableProof {}

    /** The key was to go, and is still there. */
    record StillThere(String found, String reason) implements TableProof {}

    /** @param table 16-bit entries in the table's order */
    static TableProof of(Key key, SmMember wish, List<Integer> table) {
        boolean full = table.contains(key.pkey().full());
        boolean limited = table.contains(key.pkey().limited());
        String found = full ? "full" : limited ? "limited" : "none";
        if (wish.hasAbsent()) {
            return full || limited
                    ? new StillThere(found, "the port's table still shows " + entry(key.pkey(), full))
                    : new Gone(wish.getAbsent().getLedgerId());
        }
        MembershipType wanted = MembershipType.parse(
                wish.getPresent().getMembership() == dev.ibportal.agent.v1.MembershipType.MEMBERSHIP_TYPE_FULL
                        ? "full"
                        : "limited");
        boolean placed = !wish.getPresent().getIndex0() || isFirst(key.pkey(), table);
        if (wanted.text().equals(found) && !(full && limited) && !placed) {
            return new NotYet(
                    found,
                    "the port's table shows " + entry(key.pkey(), full) + " behind index 0, where "
                            + String.format("0x%04x", table.get(0)) + " is; index 0 was wanted");
        }
        if (wanted.text().equals(found) && !(full && limited)) {
            return new Effective(found);
        }
        return new NotYet(found, reason(key, wanted, full, limited));
    }

    private static boolean isFirst(PKey pkey, List<Integer> table) {
        return table.get(0) == pkey.full() || table.get(0) == pkey.limited();
    }

    private static String reason(Key key, MembershipType wanted, boolean full, boolean limited) {
        if (full && limited) {
            return "the port's table shows " + key.pkey() + " both as full and as limited, " + wanted.text()
                    + " was wanted";
        }
        if (!full && !limited) {
            return "the port's table does not show " + key.pkey();
        }
        return "the port's table shows " + entry(key.pkey(), full) + ", a " + (full ? "full" : "limited")
                + " membership; " + wanted.text() + " was wanted";
    }

    private static String entry(PKey pkey, boolean full) {
        return String.format("0x%04x", full ? pkey.full() : pkey.limited());
    }
}
