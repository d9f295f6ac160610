package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.live.LiveHub;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import dev.ibportal.portal.reconcile.ReadBackSql.News;
import dev.ibportal.portal.session.live.LivePages;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/** Tells open pages of what a fabric has shown, after it was written. */
@Singleton
class FabricPages {
    private final LiveHub hub;
    private final LivePages members;

    FabricPages(LiveHub hub, LivePages members) {
        this.hub = hub;
        this.members = members;
    }

    void tell(UUID fabric, News news) {
        members.members(news.members());
        if (news.state()) {
            hub.fabricChanged(fabric);
        } else {
            hub.fabricRead(fabric);
        }
        moved(news.partitions());
    }

    void moved(List<Moved> partitions) {
        partitions.forEach(moved -> hub.partitionChanged(moved.partition(), moved.tenant()));
    }
}
