package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.portal.request.core.RequestState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request as it stands.
 *
 * @param pkey the one that is held or was given; absent before
 * @param addresses how many are asked for
 * @param partition what became of it
 * @param why it is in this state, in words; may be empty
 * @param heldUntil when what it holds is given up, unless it is decided before
 * @param approvals how many have to approve; absent while it is a draft
 * @param approved so many have
 */
public record RequestView(
        UUID id,
        Ref tenant,
        @Nullable Ref fabric,
        String kind,
        String title,
        String reason,
        @Nullable String pkey,
        long addresses,
        @Nullable Ref partition,
        String state,
        Instant since,
        String why,
        @Nullable Instant heldUntil,
        @Nullable Integer approvals,
        int approved,
        @Nullable String deciders,
        Ref requestedBy,
        Instant createdAt,
        int version) {
    public RequestState at() {
        return RequestState.of(state);
    }
}
