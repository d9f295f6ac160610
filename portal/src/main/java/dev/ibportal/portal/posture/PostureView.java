package dev.ibportal.portal.posture;

import dev.ibportal.portal.posture.core.PostureCheck;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** How a fabric is guarded as of one moment. */
public record PostureView(UUID fabric, String name, Instant at, List<PostureCheck> checks) {
    public PostureView {
        checks = List.copyOf(checks);
    }
}
