package dev.ibportal.portal.topology;

import dev.ibportal.agent.v1.FabricSurvey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last looks at a fabric as they were told.
 *
 * @param topologyAt when the fabric was last seen whole; null: never
 * @param managersAt when its subnet managers were last heard; null: never
 */
public record SurveyView(
        FabricSurvey topology,
        @Nullable Instant topologyAt,
        FabricSurvey managers,
        @Nullable Instant managersAt) {
    static SurveyView none() {
        return new SurveyView(FabricSurvey.getDefaultInstance(), null, FabricSurvey.getDefaultInstance(), null);
    }
}
