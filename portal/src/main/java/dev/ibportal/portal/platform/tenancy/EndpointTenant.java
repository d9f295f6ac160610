package dev.ibportal.portal.platform.tenancy;

import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.WithFormRead;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** Settles the tenant of each request, and tells what the endpoint asks for, before the endpoint runs. */
class EndpointTenant {
    /** Hidden in each form: the tenant that its page was shown for. */
    private static final String ACTING = "acting";

    private final TenantContext tenants;

    EndpointTenant(TenantContext tenants) {
        this.tenants = tenants;
    }

    @WithFormRead
    @ServerRequestFilter
    void settle(ResourceInfo endpoint, ResteasyReactiveContainerRequestContext request) {
        tenants.need(permissions(endpoint.getResourceMethod()));
        ResteasyReactiveRequestContext context = (ResteasyReactiveRequestContext) request.getServerRequestContext();
        if (context.getFormParameter(ACTING, true, false) instanceof String acting) {
            tenants.stayWith(acting);
        }
        tenants.tenant();
    }

    private static Set<String> permissions(Method method) {
        return Arrays.stream(method.getAnnotationsByType(PermissionsAllowed.class))
                .flatMap(annotation -> Arrays.stream(annotation.value()))
                .collect(Collectors.toSet());
    }
}
