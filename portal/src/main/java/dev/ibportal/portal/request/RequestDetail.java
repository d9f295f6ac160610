package dev.ibportal.portal.request;

import dev.ibportal.portal.partition.PartitionForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as its page shows it.
 *
 * @param digest of what is looked at; an approval names it
 * @param mine whether the reader asked for it
 * @param keys of its fabric, for those who see all of the fabric
 * @param asked the partition as it is to be made; absent for other kinds
 */
public record RequestDetail(
        RequestView request,
        String digest,
        List<RequestNote> notes,
        boolean mine,
        @Nullable Keys keys,
        @Nullable PartitionForm asked) {
    public RequestDetail {
        notes = List.copyOf(notes);
    }

    /** PKeys of the fabric's managed range. */
    public record Keys(long free, long held) {}

    public boolean isWaiting() {
        return request.state().equals("submitted");
    }

    public boolean isDraft() {
        return request.state().equals("draft");
    }
}
