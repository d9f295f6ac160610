package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.web.Page;
import java.util.List;
import java.util.UUID;

/**
 * What the page of a partition shows. Public for the templates.
 *
 * @param waitingRemovals removals that wait for somebody to approve them
 * @param isolated whether all members are limited, so that nobody reaches anybody
 */
public record PartitionDetail(
        PartitionView partition,
        ListQuery list,
        Page<MemberLine> members,
        List<PoolLine> pools,
        boolean isolated,
        int waitingRemovals,
        HostSettingsView host) {

    public record PoolLine(UUID id, String name, String prefix, Bar use) {}

    public boolean isEnding() {
        return partition.removedAt() != null;
    }

    public long inSync() {
        return members.items().stream()
                .filter(line -> line.member().iface().state().equals("in_sync"))
                .count();
    }
}
