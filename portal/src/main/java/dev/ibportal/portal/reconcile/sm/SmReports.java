package dev.ibportal.portal.reconcile.sm;

import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import java.time.Instant;
import java.util.UUID;

/** What subnet managers say. The node proves who speaks; the fabric is what it claims to speak for. */
public interface SmReports {
    void readBack(SmTarget from, SmReadBack readBack, Instant at);

    void refused(SmTarget from, SmRefusal refusal, Instant at);

    /** The node is there again, or has gone: its fabric is to be looked at. */
    void contactChanged(UUID node);
}
