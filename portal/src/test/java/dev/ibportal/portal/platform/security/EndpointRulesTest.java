package dev.ibportal.portal.platform.security;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.grpc.BindableService;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Set;

/** Nothing is open by accident, and nothing is closed by accident. */
@AnalyzeClasses(packages = "dev.ibportal.portal", importOptions = ImportOption.DoNotIncludeTests.class)
class EndpointRulesTest {
    private static final DescribedPredicate<JavaMethod> ENDPOINT = DescribedPredicate.describe(
            "answer HTTP requests",
            method -> method.getAnnotations().stream()
                    .anyMatch(annotation -> annotation.getRawType().isAnnotatedWith(HttpMethod.class)));

    private static final Set<String> TEXTS = Set.of(String.class.getName(), List.class.getName());

    @ArchTest
    static final ArchRule EVERY_ENDPOINT_SAYS_WHO_MAY_CALL_IT = methods()
            .that(ENDPOINT)
            .should()
            .beAnnotatedWith(PermissionsAllowed.class)
            .orShould()
            .beAnnotatedWith(Authenticated.class)
            .orShould()
            .beAnnotatedWith(PermitAll.class);

    private static final String REFUSALS = "dev.ibportal.portal.platform.web.ServerRefusals";

    /** It says what the server has refused already, and so hangs on the router; answers to requests it has none. */
    @ArchTest
    static final ArchRule REFUSALS_ONLY_REFUSE = noClasses()
            .should()
            .callMethod("io.vertx.ext.web.Route", "handler", "io.vertx.core.Handler")
            .orShould()
            .callMethod("io.vertx.ext.web.Route", "blockingHandler", "io.vertx.core.Handler")
            .orShould()
            .callMethod("io.vertx.ext.web.Route", "respond", "java.util.function.Function");

    /** Routes that go round JAX-RS go round its annotations too. */
    @ArchTest
    static final ArchRule NOTHING_ELSE_ANSWERS_HTTP = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(REFUSALS)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.vertx.ext.web.Router")
            .orShould()
            .beAnnotatedWith("io.quarkus.vertx.web.Route")
            .orShould()
            .beAnnotatedWith("jakarta.servlet.annotation.WebServlet")
            .orShould()
            .beAnnotatedWith("jakarta.websocket.server.ServerEndpoint")
            .orShould()
            .beAnnotatedWith("io.quarkus.websockets.next.WebSocket");

    /** One gRPC service, behind the interceptor that wants a certificate; its calls have rows in role-matrix.txt. */
    @ArchTest
    static final ArchRule ONE_CLASS_ANSWERS_GRPC =
            classes().that().areAssignableTo(BindableService.class).should().haveSimpleName("AgentEndpoint");

    @ArchTest
    static final ArchRule ENDPOINTS_OF_THE_API_ARE_OPEN_TO_NOBODY = methods()
            .that(ENDPOINT)
            .and()
            .areDeclaredInClassesThat()
            .haveSimpleNameEndingWith("Api")
            .should()
            .notBeAnnotatedWith(PermitAll.class);

    /** The framework answers what it cannot convert as if there was no such place; see QueryValues. */
    @ArchTest
    static final ArchRule QUERY_PARAMETERS_ARE_READ_FROM_TEXT =
            methods().that(ENDPOINT).should(haveOnlyTexts());

    @ArchTest
    static final ArchRule SO_ARE_THOSE_OF_BEANS =
            fields().that().areAnnotatedWith(QueryParam.class).should().haveRawType(String.class);

    private static ArchCondition<JavaMethod> haveOnlyTexts() {
        return new ArchCondition<>("take query parameters as text") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                method.getParameters().stream()
                        .filter(parameter -> parameter.isAnnotatedWith(QueryParam.class))
                        .filter(parameter ->
                                !TEXTS.contains(parameter.getRawType().getName()))
                        .forEach(parameter -> events.add(SimpleConditionEvent.violated(
                                method, parameter.getDescription() + " is converted by the framework")));
            }
        };
    }

    @ArchTest
    static final ArchRule ENDPOINTS_ARE_PUBLIC_OR_QUARKUS_DOES_NOT_SEE_THEM =
            methods().that(ENDPOINT).should().bePublic();
}
