package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a change of members would make of the live fabric; without parameters, how the fabric differs now. */
@Path("/api/v1/partitions/{partition}/fabric-preview")
class PreviewApi {
    private static final int MOST = 500;

    private final ChangePreviews previews;

    PreviewApi(ChangePreviews previews) {
        this.previews = previews;
    }

    /**
     * One kind of change in one call.
     *
     * @param add nodes that become members, with {@code membership}
     * @param remove ids of memberships that end, or {@code all}
     */
    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public ChangePreview preview(
            UUID partition,
            @QueryParam("add") List<String> add,
            @QueryParam("membership") @Nullable String membership,
            @QueryParam("remove") List<String> remove) {
        if (add.isEmpty() && remove.isEmpty()) {
            return previews.present(partition);
        }
        if (!add.isEmpty() && !remove.isEmpty()) {
            throw new Invalid("remove", "is given together with add; ask for one of them at a time");
        }
        if (add.size() + remove.size() > MOST) {
            throw new Invalid(add.isEmpty() ? "remove" : "add", "more than " + MOST + " in one call");
        }
        if (!add.isEmpty()) {
            return previews.adding(partition, add, membership);
        }
        return remove.equals(List.of("all"))
                ? previews.removingAll(partition)
                : previews.removing(partition, ids(remove));
    }

    private static Set<UUID> ids(List<String> texts) {
        Set<UUID> ids = new HashSet<>();
        for (String text : texts) {
            try {
                ids.add(UUID.fromString(text));
            } catch (IllegalArgumentException e) {
                Invalid fault = new Invalid("remove", "\"" + text + "\" is no id of a membership; a UUID is expected");
                fault.addSuppressed(e);
                throw fault;
            }
        }
        return ids;
    }
}
