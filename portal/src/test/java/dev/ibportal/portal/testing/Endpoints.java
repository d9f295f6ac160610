package dev.ibportal.portal.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ibportal.agent.v1.AgentServiceGrpc;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Everything that can be called from outside, read from the code itself: API, pages, live streams and gRPC. */
public final class Endpoints {
    private Endpoints() {}

    /** Like {@code GET /partitions/{id}}. */
    public static Set<String> http() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.ibportal.portal")) {
            if (type.isAnnotatedWith(Path.class)) {
                Class<?> resource = type.reflect();
                for (Method method : resource.getDeclaredMethods()) {
                    verb(method).ifPresent(verb -> found.add(verb + " " + path(resource, method)));
                }
            }
        }
        return found;
    }

    /** Like {@code GRPC ibportal.agent.v1.AgentService/Enrol}. */
    public static Set<String> grpc() {
        Set<String> found = new TreeSet<>();
        AgentServiceGrpc.getServiceDescriptor()
                .getMethods()
                .forEach(method -> found.add("GRPC " + method.getFullMethodName()));
        return found;
    }

    private static Optional<String> verb(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .map(type -> type.getAnnotation(HttpMethod.class))
                .filter(found -> found != null)
                .map(HttpMethod::value)
                .findFirst();
    }

    private static String path(Class<?> resource, Method method) {
        String base = resource.getAnnotation(Path.class).value();
        Path own = method.getAnnotation(Path.class);
        String whole = ("/" + base + "/" + (own == null ? "" : own.value())).replaceAll("/+", "/");
        return whole.length() > 1 && whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    }
}
