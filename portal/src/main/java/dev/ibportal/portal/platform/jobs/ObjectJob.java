package dev.ibportal.portal.platform.jobs;

import java.time.Duration;
import java.util.UUID;

/** Work for one object at a time, of which the whole cluster of portals runs at most one for each object. */
public interface ObjectJob {
    /** Name in the database; never changed. */
    String name();

    /** @return when to look again, if nobody wakes the job before */
    Duration run(UUID object);
}
