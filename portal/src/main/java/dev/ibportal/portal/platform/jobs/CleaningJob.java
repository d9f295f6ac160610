package dev.ibportal.portal.platform.jobs;

import dev.ibportal.portal.platform.db.FabricDb;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Has every feature take away what it needs no more, a piece at a time. */
@Singleton
class CleaningJob implements ObjectJob {
    static final String NAME = "cleaning";

    /** There is one cleaning for the whole portal. */
    static final UUID PORTAL = new UUID(0, 0);

    private static final Logger LOG = Logger.getLogger(CleaningJob.class);
    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int PIECE = 1000;

    private final List<Cleaning> cleanings;
    private final FabricDb db;
    private final Clock clock;

    CleaningJob(@All List<Cleaning> cleanings, FabricDb db, Clock clock) {
        this.cleanings = cleanings;
        this.db = db;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID portal) {
        boolean more = false;
        for (Cleaning cleaning : cleanings) {
            int taken = db.write(connection -> cleaning.clean(connection, clock.instant(), PIECE));
            if (taken > 0) {
                LOG.infof("%d %s taken away", taken, cleaning.what());
            }
            more |= taken >= PIECE;
        }
        return more ? SOON : PAUSE;
    }
}
