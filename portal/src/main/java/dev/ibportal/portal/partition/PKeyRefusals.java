package dev.ibportal.portal.partition;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.partition.PartitionSql.Owner;
import dev.ibportal.portal.partition.PartitionSql.Slot;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Says why a PKey cannot be had. Whose it is hears only an operator or its own tenant; for anybody else taken, reserved
 * and cooling down are one answer.
 */
@ApplicationScoped
class PKeyRefusals {
    private final Scope scope;
    private final FabricDb db;
    private final PartitionSql partitions;
    private final FabricService fabrics;
    private final CurrentActor actor;

    PKeyRefusals(Scope scope, FabricDb db, PartitionSql partitions, FabricService fabrics, CurrentActor actor) {
        this.scope = scope;
        this.db = db;
        this.partitions = partitions;
        this.fabrics = fabrics;
        this.actor = actor;
    }

    Conflict notAvailable(UUID fabric, PKey pkey) {
        Optional<Owner> own = scope.read(connection -> partitions.owner(connection, fabric, pkey));
        if (own.isPresent()) {
            return exists(pkey, own.get().partition());
        }
        if (actor.get().isOperator()) {
            return db.read(connection -> forOperators(connection, fabric, pkey));
        }
        return new Conflict(
                "pkey-not-available",
                "PKey " + pkey + " is not available; choose another one, or leave it out to get the lowest free one.",
                Map.of("pkey", pkey.toString()));
    }

    private Conflict forOperators(Connection connection, UUID fabric, PKey pkey) throws SQLException {
        Optional<Owner> owner = partitions.owner(connection, fabric, pkey);
        if (owner.isPresent()) {
            return exists(
                    pkey, owner.get().partition() + ", tenant " + owner.get().tenant());
        }
        Slot slot = partitions.slot(connection, fabric, pkey).orElse(new Slot("unknown", null));
        String until = slot.freeAfter() == null ? "" : " until " + slot.freeAfter();
        return new Conflict(
                "pkey-not-available",
                "PKey " + pkey + " is " + slot.state() + until + "; choose another one, or leave it out.",
                Map.of("pkey", pkey.toString(), "state", slot.state()));
    }

    private static Conflict exists(PKey pkey, String partition) {
        return new Conflict(
                "pkey-taken",
                pkey + " already exists (" + partition
                        + "); choose another PKey, or leave it out to get the lowest free" + " one.",
                Map.of("pkey", pkey.toString()));
    }

    Conflict noneFree(UUID fabric) {
        FabricView view = fabrics.get(fabric);
        String range = view.pkeyFirst() + " - " + view.pkeyLast();
        FabricView.PKeys pkeys = view.pkeys();
        if (pkeys == null) {
            return new Conflict(
                    "no-free-pkey",
                    "no free PKey in the automatic range " + range + " of fabric " + view.name()
                            + ". Ask an operator to widen it, or wait until released ones have cooled down.");
        }
        return new Conflict(
                "no-free-pkey",
                "no free PKey in the automatic range " + range + " of fabric " + view.name() + ": " + pkeys.taken()
                        + " taken, " + pkeys.quarantined() + " cooling down, " + pkeys.reserved()
                        + " reserved. Widen the range of the fabric.",
                Map.of("taken", pkeys.taken(), "quarantined", pkeys.quarantined(), "reserved", pkeys.reserved()));
    }
}
