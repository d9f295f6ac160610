package dev.ibportal.portal.tenant;

import java.util.List;

/**
 * What ends when a tenant is removed, and what will hold it up.
 *
 * @param keptBy nodes that are not heard of: what is on them stays taken until they were read back
 */
public record TenantRemoval(
        TenantView tenant,
        List<Owned> partitions,
        int members,
        int pools,
        long addresses,
        List<String> nodes,
        List<String> people,
        List<String> serviceAccounts,
        int openInvitations,
        List<String> keptBy) {
    public TenantRemoval {
        partitions = List.copyOf(partitions);
        nodes = List.copyOf(nodes);
        people = List.copyOf(people);
        serviceAccounts = List.copyOf(serviceAccounts);
        keptBy = List.copyOf(keptBy);
    }

    /** A partition that ends. */
    public record Owned(String name, String pkey, String fabric) {}
}
