package dev.ibportal.portal.platform.live;

import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The stream that an open page listens to: it says that something changed, and never what. */
@Path("/live")
class LivePages {
    private final LiveHub hub;
    private final LiveSql sql;
    private final Shells shells;
    private final CurrentActor actor;
    private final TenantContext tenants;
    private final WebSessions sessions;
    private final RequestInfo request;

    LivePages(
            LiveHub hub,
            LiveSql sql,
            Shells shells,
            CurrentActor actor,
            TenantContext tenants,
            WebSessions sessions,
            RequestInfo request) {
        this.sessions = sessions;
        this.request = request;
        this.hub = hub;
        this.sql = sql;
        this.shells = shells;
        this.actor = actor;
        this.tenants = tenants;
    }

    @GET
    @Blocking
    @Authenticated
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(hidden = true)
    public Multi<OutboundSseEvent> stream(@QueryParam("watch") List<String> watch, @Context Sse sse) {
        String session =
                request.cookie(SessionCookies.session(request.isSecure())).orElse("");
        Watch wanted = watch(watch);
        return hub.open(actor.get().requireUserId(), wanted, () -> mayGoOn(session, wanted))
                .map(name -> sse.newEventBuilder().name(name).data("").build());
    }

    /**
     * The session can end while a page is open, and so can the role that let it in. With other nodes the page opens another
     * stream.
     */
    private boolean mayGoOn(String session, Watch watch) {
        UUID tenant = watch.tenant();
        return sessions.find(session)
                .filter(who -> tenant == null
                        ? who.isPortalWide()
                        : who.knows(tenant) && sql.grantedNodes(tenant).equals(watch.nodes()))
                .isPresent();
    }

    /** People of the whole portal see everything; a tenant's people what is their tenant's, and the nodes it was granted. */
    private Watch watch(List<String> texts) {
        shells.open(Section.NONE);
        if (actor.get().isPortalWide()) {
            return Watch.of(texts, null, Set.of());
        }
        UUID tenant = tenants.require();
        return Watch.of(texts, tenant, sql.grantedNodes());
    }
}
