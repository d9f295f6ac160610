package dev.ibportal.portal.platform.security;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.HttpMethod;

/** Nothing is open by accident, and nothing is closed by accident. */
@AnalyzeClasses(packages = "dev.ibportal.portal", importOptions = ImportOption.DoNotIncludeTests.class)
class EndpointRulesTest {
    private static final DescribedPredicate<JavaMethod> ENDPOINT = DescribedPredicate.describe(
            "answer HTTP requests",
            method -> method.getAnnotations().stream()
                    .anyMatch(annotation -> annotation.getRawType().isAnnotatedWith(HttpMethod.class)));

    @ArchTest
    static final ArchRule EVERY_ENDPOINT_SAYS_WHO_MAY_CALL_IT = methods()
            .that(ENDPOINT)
            .should()
            .beAnnotatedWith(PermissionsAllowed.class)
            .orShould()
            .beAnnotatedWith(Authenticated.class)
            .orShould()
            .beAnnotatedWith(PermitAll.class);

    @ArchTest
    static final ArchRule ENDPOINTS_OF_THE_API_ARE_OPEN_TO_NOBODY = methods()
            .that(ENDPOINT)
            .and()
            .areDeclaredInClassesThat()
            .haveSimpleNameEndingWith("Api")
            .should()
            .notBeAnnotatedWith(PermitAll.class);

    @ArchTest
    static final ArchRule ENDPOINTS_ARE_PUBLIC_OR_QUARKUS_DOES_NOT_SEE_THEM =
            methods().that(ENDPOINT).should().bePublic();
}
