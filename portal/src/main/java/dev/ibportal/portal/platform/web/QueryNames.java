package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * The API refuses query parameters that an endpoint does not have: a filter that is misspelt, or that this list has not,
 * would else silently answer everything. Pages take what they know and leave the rest alone.
 */
class QueryNames {
    private static final String API = "/api/";
    private static final String TENANT = "tenant";

    private final Map<Method, NavigableSet<String>> known = new ConcurrentHashMap<>();

    @ServerRequestFilter
    void look(ResourceInfo endpoint, ContainerRequestContext request) {
        Set<String> asked = request.getUriInfo().getQueryParameters().keySet();
        if (asked.isEmpty() || !request.getUriInfo().getRequestUri().getPath().startsWith(API)) {
            return;
        }
        NavigableSet<String> possible = known.computeIfAbsent(endpoint.getResourceMethod(), QueryNames::of);
        List<FieldError> unknown = asked.stream()
                .filter(name -> !possible.contains(name))
                .sorted()
                .map(name -> new FieldError(
                        name,
                        "is no query parameter of this endpoint; there are " + String.join(", ", possible),
                        "query.unknown"))
                .toList();
        if (!unknown.isEmpty()) {
            throw new Invalid(unknown, null);
        }
    }

    private static NavigableSet<String> of(Method method) {
        NavigableSet<String> names = new TreeSet<>(Set.of(TENANT));
        for (Parameter parameter : method.getParameters()) {
            name(parameter).forEach(names::add);
            if (parameter.isAnnotationPresent(BeanParam.class)) {
                Stream.of(parameter.getType().getDeclaredConstructors())
                        .flatMap(constructor -> Stream.of(constructor.getParameters()))
                        .flatMap(QueryNames::name)
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static Stream<String> name(Parameter parameter) {
        return Stream.ofNullable(parameter.getAnnotation(QueryParam.class)).map(QueryParam::value);
    }
}
