package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import io.quarkus.security.Authenticated;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;
import org.junit.jupiter.api.Test;

/** The rule by which the build fails for an endpoint that nobody thought about: it bites. */
class ForgottenEndpointTest {
    @Test
    void aPageACallAndAStreamWithoutAnnotationAreFound() {
        EvaluationResult result = EndpointRulesTest.EVERY_ENDPOINT_SAYS_WHO_MAY_CALL_IT.evaluate(
                new ClassFileImporter().importClasses(Forgotten.class));

        assertThat(result.getFailureReport().getDetails()).hasSize(3);
        assertThat(String.join(" ", result.getFailureReport().getDetails()))
                .contains("page()", "call()", "stream()")
                .doesNotContain("thoughtOf()");
    }

    /** Without a path, so that it is no endpoint of the tests' own portal. */
    @SuppressWarnings("unused")
    static class Forgotten {
        @GET
        @Produces("text/html")
        public String page() {
            return "";
        }

        @POST
        @Produces("application/json")
        public String call() {
            return "";
        }

        @GET
        @Produces("text/event-stream")
        public Multi<String> stream() {
            return Multi.createFrom().empty();
        }

        @GET
        @Authenticated
        public String thoughtOf() {
            return "";
        }
    }
}
