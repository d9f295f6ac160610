package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.ExportManifest;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.seal.SealService;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The log's keys and the head of its chain. */
@Path("/api/v1/audit-seals")
class SealApi {
    private final SealService seals;
    private final AuditLog log;
    private final CurrentActor actors;

    SealApi(SealService seals, AuditLog log, CurrentActor actors) {
        this.seals = seals;
        this.log = log;
        this.actors = actors;
    }

    /**
     * How far the log is sealed.
     *
     * @param head the last block, as the anchor file has it
     * @param unsealed events that have no number yet; for readers of the whole log
     */
    public record SealView(
            @Nullable String head, @Nullable Long unsealed, String keyId, List<ExportManifest.Key> keys) {}

    @GET
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public SealView state() {
        String key = seals.signingKey();
        if (!actors.get().mayEverywhere(Permissions.AUDIT_READ)) {
            return new SealView(null, null, key, seals.publicKeys());
        }
        SealService.State state = seals.state();
        return new SealView(SealService.anchorLine(state.head()), state.unsealed(), key, seals.publicKeys());
    }

    /** Makes a new key, for which the present one vouches. */
    @POST
    @Path("key-rotations")
    @PermissionsAllowed(Permissions.AUDIT_KEY)
    public Map<String, String> rotate() {
        requireKeeper();
        String key = seals.rotateKey();
        log.recordAlone(AuditEntry.success("audit.rotate", "audit", key, key).after(Map.of("keyId", key)));
        return Map.of("keyId", key);
    }

    void requireKeeper() {
        if (!actors.get().mayEverywhere(Permissions.AUDIT_KEY)) {
            throw new DomainFault.Forbidden("The log's key is for those who may do that everywhere.");
        }
    }
}
