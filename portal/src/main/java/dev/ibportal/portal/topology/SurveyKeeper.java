package dev.ibportal.portal.topology;

import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import jakarta.inject.Singleton;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Keeps what daemons with the role subnet-manager tell of their fabrics. */
@Singleton
class SurveyKeeper implements SessionEvents {
    private static final Logger LOG = Logger.getLogger(SurveyKeeper.class);

    private final SurveySql surveys;

    SurveyKeeper(SurveySql surveys) {
        this.surveys = surveys;
    }

    @Override
    public void survey(NodeSession session, FabricSurvey survey, Instant at) {
        if (!surveys.keep(session.nodeId(), survey, at)) {
            LOG.warnf(
                    "node %s told what fabric %s looks like, which it does not look after",
                    session.nodeId(), survey.getFabricId());
        }
    }
}
