package dev.ibportal.portal.posture;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.posture.core.Divergence.Kind;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/fabrics/{id}")
class PostureApi {
    private final PostureService postures;

    PostureApi(PostureService postures) {
        this.postures = postures;
    }

    @GET
    @Path("posture")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public PostureView posture(UUID id) {
        return postures.of(id);
    }

    @GET
    @Path("divergence")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public DivergenceView divergence(UUID id, @QueryParam("kind") @Nullable String kind) {
        return postures.divergence(id, kind(kind));
    }

    static @Nullable Kind kind(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name().equals(text.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(
                        () -> new Invalid("kind", "\"" + text + "\" is none of " + Arrays.toString(Kind.values())));
    }
}
