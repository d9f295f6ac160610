package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.OidcGate;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.security.Vouched;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** To the OpenID provider and back. Without one these pages do not exist. */
@Path("/")
@Produces(MediaType.TEXT_HTML)
class ProviderPages {
    private static final String NEXT = "next";
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

    private final OidcGate oidc;
    private final WebLogIn door;
    private final RequestInfo request;

    ProviderPages(OidcGate oidc, WebLogIn door, RequestInfo request) {
        this.oidc = oidc;
        this.door = door;
        this.request = request;
    }

    /** Keeps where to go afterwards, which the provider need not know. */
    @GET
    @Path("login/provider")
    @PermitAll
    public Response go(@QueryParam(NEXT) @DefaultValue("/") String next) {
        requireProvider();
        return Response.fromResponse(Html.see("/login/oidc"))
                .cookie(next(URLEncoder.encode(Html.local(next), StandardCharsets.UTF_8), LONG_ENOUGH))
                .build();
    }

    /** The address that is registered at the provider: people leave the portal here, and come back here. */
    @GET
    @Path("login/oidc")
    @PermitAll
    public Response atTheDoor(@Context RoutingContext context, @CookieParam(NEXT) @Nullable String next) {
        requireProvider();
        Optional<OidcGate.Refusal> refusal = oidc.refusal(context);
        Optional<Vouched> vouched = oidc.vouched(context);
        if (vouched.isPresent()) {
            oidc.forget(context);
            return enter(vouched.get(), next == null ? "/" : next);
        }
        if (refusal.isPresent() || isAnswer(context)) {
            oidc.forget(context);
            door.refused("The log-in at the OpenID provider did not work.", Actor.system("nobody"));
            return back(refusal.orElse(OidcGate.Refusal.REFUSED) == OidcGate.Refusal.DOWN ? "down" : "refused");
        }
        Optional<URI> page = oidc.logInPage(context);
        return page.isPresent()
                ? Response.status(Response.Status.FOUND).location(page.get()).build()
                : back("down");
    }

    /** Whether the provider has sent the person here; going there again would go round in circles. */
    private static boolean isAnswer(RoutingContext context) {
        return context.queryParams().contains("code")
                || context.queryParams().contains("error")
                || context.queryParams().contains("state");
    }

    private Response enter(Vouched vouched, String next) {
        try {
            String session = door.open(vouched);
            String target = Html.local(URLDecoder.decode(next, StandardCharsets.UTF_8));
            return Response.fromResponse(Html.see(target))
                    .cookie(SessionCookies.begin(session, request.isSecure()), next("", Duration.ZERO))
                    .build();
        } catch (DomainFault.Forbidden fault) {
            return back("norole");
        } catch (DomainFault.Unauthenticated fault) {
            door.refused(fault.problem().detail(), Actor.system("nobody"));
            return back("refused");
        }
    }

    private static Response back(String why) {
        return Html.see("/login?provider=" + why);
    }

    private void requireProvider() {
        if (oidc.provider().isEmpty()) {
            throw new DomainFault.NotFound("page or resource", "/login/oidc");
        }
    }

    private NewCookie next(String value, Duration age) {
        return new NewCookie.Builder(NEXT)
                .value(value)
                .path("/login")
                .maxAge((int) age.toSeconds())
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }
}
