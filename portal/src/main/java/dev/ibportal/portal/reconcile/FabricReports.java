package dev.ibportal.portal.reconcile;

import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.portal.reconcile.sm.SmReports;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.session.core.Words;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Takes what subnet managers say to the database. */
@Singleton
class FabricReports implements SmReports {
    private static final Logger LOG = Logger.getLogger(FabricReports.class);

    private final ReadBackSql readBacks;
    private final FabricStateSql states;
    private final FabricPages pages;

    FabricReports(ReadBackSql readBacks, FabricStateSql states, FabricPages pages) {
        this.readBacks = readBacks;
        this.states = states;
        this.pages = pages;
    }

    @Override
    public void readBack(SmTarget from, SmReadBack readBack, Instant at) {
        for (String line : readBack.getLogLinesList()) {
            LOG.warnf("subnet manager of fabric %s: %s", from.fabric(), line);
        }
        LOG.debugf(
                "fabric %s: %d tables read back with configuration %d, manager %s",
                from.fabric(), readBack.getTablesCount(), readBack.getGeneration(), readBack.getLiveness());
        pages.tell(from.fabric(), readBacks.write(from, readBack, at));
        LOG.debugf("fabric %s: read-back written", from.fabric());
    }

    @Override
    public void refused(SmTarget from, SmRefusal refusal, Instant at) {
        String word = Words.of(refusal.getReason(), "SM_REFUSAL_REASON_", '-');
        LOG.errorf(
                "node %s refused configuration %d of fabric %s (%s): %s",
                from.node(), refusal.getGeneration(), from.fabric(), word, refusal.getDetail());
        String reason = "the subnet manager's daemon refused the configuration (" + word + "): " + refusal.getDetail();
        pages.tell(from.fabric(), readBacks.refused(from, reason));
    }

    @Override
    public void contactChanged(UUID node) {
        states.wakeOf(node);
    }
}
