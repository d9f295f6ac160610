package dev.ibportal.portal.platform.web;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.Paths;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/** The API's description: no pages, in the order of the paths, with the way to log in. */
@OpenApiFilter
public class ApiDocument implements OASFilter {
    private static final String SCHEME = "token";

    @Override
    public void filterOpenAPI(OpenAPI document) {
        Paths sorted = OASFactory.createPaths();
        Map<String, PathItem> items =
                document.getPaths() == null ? Map.of() : document.getPaths().getPathItems();
        new TreeMap<>(items).forEach((path, item) -> {
            if (path.startsWith("/api/")) {
                sorted.addPathItem(path, item);
            }
        });
        document.setPaths(sorted);
        if (document.getComponents() == null) {
            document.setComponents(OASFactory.createComponents());
        }
        document.getComponents()
                .addSecurityScheme(
                        SCHEME,
                        OASFactory.createSecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("A personal token, made by POST /api/v1/tokens with name and password."));
        document.addSecurityRequirement(OASFactory.createSecurityRequirement().addScheme(SCHEME));
    }
}
