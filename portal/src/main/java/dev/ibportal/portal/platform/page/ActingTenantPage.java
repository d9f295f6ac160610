package dev.ibportal.portal.platform.page;

import io.quarkus.security.Authenticated;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;

/**
 * The switch of the acting tenant in the head of every page. A class of its own, because another one has the path
 * {@code /settings}, and a request that reaches that one looks no further.
 */
@Path("/settings/acting-tenant")
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class ActingTenantPage {
    /** Only what is shown changes: whether the person may act for that tenant is asked again with each request. */
    @POST
    @Authenticated
    public Response actFor(MultivaluedMap<String, String> sent) {
        return Response.fromResponse(Html.see("/"))
                .cookie(Cookies.keep(Cookies.TENANT, Forms.read(sent).value("tenant")))
                .build();
    }
}
