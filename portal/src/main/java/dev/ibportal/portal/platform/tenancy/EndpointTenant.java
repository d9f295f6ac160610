package dev.ibportal.portal.platform.tenancy;

import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Settles the tenant of each request, and tells what the endpoint asks for, before the endpoint runs. */
class EndpointTenant {
    private final TenantContext tenants;

    EndpointTenant(TenantContext tenants) {
        this.tenants = tenants;
    }

    @ServerRequestFilter
    void settle(ResourceInfo endpoint) {
        tenants.need(permissions(endpoint.getResourceMethod()));
        tenants.tenant();
    }

    private static Set<String> permissions(Method method) {
        return Arrays.stream(method.getAnnotationsByType(PermissionsAllowed.class))
                .flatMap(annotation -> Arrays.stream(annotation.value()))
                .collect(Collectors.toSet());
    }
}
