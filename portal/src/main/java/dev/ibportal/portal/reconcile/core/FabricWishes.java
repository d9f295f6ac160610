package dev.ibportal.portal.reconcile.core;

import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people want of one fabric, as the database holds it.
 *
 * @param ufm whether UFM manages it, not OpenSM
 * @param everyPort membership of all ports in the default partition
 */
public record FabricWishes(UUID fabric, boolean ufm, MembershipType everyPort, List<Partition> partitions) {
    public FabricWishes {
        partitions = List.copyOf(partitions);
    }

    public record Partition(
            PKey pkey, boolean ipoib, IbMtu ibMtu, @Nullable Integer rateCode, int serviceLevel, List<Member> members) {
        public Partition {
            members = List.copyOf(members);
        }
    }

    /**
     * A membership that is not yet absent on the fabric.
     *
     * @param membership full or limited
     * @param ledger the absence that waits for it; null: it is wanted
     * @param index0 whether the key belongs at the start of the port's table
     * @param settled whether the port's table is known to show what is wanted
     */
    public record Member(
            UUID id,
            Guid port,
            MembershipType membership,
            @Nullable Long ledger,
            boolean settled,
            boolean index0) {}
}
