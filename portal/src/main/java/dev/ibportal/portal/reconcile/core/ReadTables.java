package dev.ibportal.portal.reconcile.core;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.portal.reconcile.core.FabricDocument.Key;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what was read from ports with the document that was in force when they were read. */
public final class ReadTables {
    private ReadTables() {}

    /** One member of the document, and what the port's table says of it. */
    public record Finding(Key key, TableProof proof) {
        /** The member's state; one that leaves is told by its ledger row. */
        public String state() {
            if (proof instanceof TableProof.Effective) {
                return "effective";
            }
            return proof instanceof TableProof.NotYet ? "programmed" : "leaving";
        }

        public String found() {
            if (proof instanceof TableProof.Effective effective) {
                return effective.found();
            }
            if (proof instanceof TableProof.NotYet notYet) {
                return notYet.found();
            }
            return proof instanceof TableProof.StillThere there ? there.found() : "none";
        }

        public String reason() {
            if (proof instanceof TableProof.NotYet notYet) {
                return notYet.reason();
            }
            if (proof instanceof TableProof.StillThere there) {
                return there.reason();
            }
            return proof instanceof TableProof.Gone ? "gone from the port's table; waiting for the node" : "";
        }
    }

    /** Only tables that are known; about the others there is nothing to say. */
    public static List<Finding> findings(SmDocument document, List<PortTable> tables) {
        Map<Guid, PortTable> known = new HashMap<>();
        for (PortTable table : tables) {
            if (table.getKnown()) {
                known.put(guid(table.getPortGuid()), table);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<Key, SmMember> each : FabricDocument.members(document).entrySet()) {
            PortTable table = known.get(each.getKey().port());
            if (table != null) {
                findings.add(new Finding(
                        each.getKey(), TableProof.of(each.getKey(), each.getValue(), table.getPkeysList())));
            }
        }
        return findings;
    }

    /** Ledger rows of what was to go from ports that were asked and could not be read. */
    public static List<Long> silent(SmDocument document, List<PortTable> tables) {
        Set<Guid> silent = new HashSet<>();
        for (PortTable table : tables) {
            if (!table.getKnown()) {
                silent.add(guid(table.getPortGuid()));
            }
        }
        List<Long> ledger = new ArrayList<>();
        FabricDocument.members(document).forEach((key, member) -> {
            if (member.hasAbsent() && silent.contains(key.port())) {
                ledger.add(member.getAbsent().getLedgerId());
            }
        });
        return ledger;
    }

    private static Guid guid(String text) {
        try {
            return Guid.parse(text);
        } catch (InvalidValueException e) {
            throw new InvalidValueException(
                    "port-table.guid", "port_guid of a table: " + e.getMessage(), e.offending());
        }
    }
}
