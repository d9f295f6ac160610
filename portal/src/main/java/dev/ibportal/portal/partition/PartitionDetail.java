package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.web.Page;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What the page of a partition shows. Public for the templates.
 *
 * @param removals that wait for somebody to approve them, by member; of the whole partition by its own id
 * @param isolated whether all members are limited, so that nobody reaches anybody
 */
public record PartitionDetail(
        PartitionView partition,
        ListQuery list,
        Page<MemberLine> members,
        List<PoolLine> pools,
        boolean isolated,
        Map<UUID, UUID> removals,
        HostSettingsView host) {
    public PartitionDetail {
        pools = List.copyOf(pools);
        removals = Map.copyOf(removals);
    }

    public record PoolLine(UUID id, String name, String prefix, Bar use) {}

    public int waitingRemovals() {
        return removals.size();
    }

    /** Request that would remove this member; empty: nobody asked for that. */
    public String removalOf(UUID member) {
        UUID request = removals.containsKey(member) ? removals.get(member) : removals.get(partition.id());
        return request == null ? "" : request.toString();
    }

    public boolean isEnding() {
        return partition.removedAt() != null;
    }

    public long inSync() {
        return members.items().stream()
                .filter(line -> line.member().iface().state().equals("in_sync"))
                .count();
    }
}
