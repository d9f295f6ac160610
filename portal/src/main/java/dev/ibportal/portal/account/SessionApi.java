package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.UUID;

/** Browser sessions that are open. */
@Path("/api/v1")
class SessionApi {
    private final SessionService sessions;

    SessionApi(SessionService sessions) {
        this.sessions = sessions;
    }

    /** A token that was narrowed to something else has nothing to do with them. */
    @GET
    @Path("sessions")
    @Authenticated
    public Page<SessionView> mine(@BeanParam PageRequest page) {
        sessions.requireWholeCredential();
        return sessions.mine(page);
    }

    @DELETE
    @Path("sessions/{id}")
    @Authenticated
    public void endMine(UUID id) {
        sessions.requireWholeCredential();
        sessions.endMine(id);
    }

    @GET
    @Path("users/{id}/sessions")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Page<SessionView> of(UUID id, @BeanParam PageRequest page) {
        return sessions.of(id, page);
    }

    @DELETE
    @Path("users/{id}/sessions")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public void endAll(UUID id) {
        sessions.endAll(id);
    }
}
