package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant's people learn on each page that it is suspended, and not from a form that they have filled in. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class SuspendedTenantPagesTest {
    @Inject
    World world;

    private Sights sights;

    @BeforeEach
    void aSuspendedTenant() {
        sights = Sights.in(world);
        Browser olga = Browser.of("olga");
        String page = "/tenants/" + sights.tenant() + "/suspend";
        assertThat(olga.send(olga.get(page), "main form", Map.of("reason", "Invoice <42>"))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void eachPageSaysSoAndWhy() {
        Browser ada = Browser.of("ada");
        for (String page :
                List.of("/", "/partitions", "/pools", "/nodes", "/tenants/" + sights.tenant(), "/settings")) {
            assertThat(ada.get(page).select("main [role=status]").text())
                    .as(page)
                    .contains("Aldermoor is suspended since", "Invoice <42>");
        }
    }

    @Test
    void nothingIsOfferedThatWouldBeRefused() {
        Browser ada = Browser.of("ada");

        assertThat(ada.get("/partitions").select("a[href=/partitions/new]")).isEmpty();
        assertThat(ada.get("/partitions/" + sights.partition())
                        .select("a[href$=/edit], a[href$=/delete], a[href$=/add]"))
                .isEmpty();
        assertThat(ada.get("/tenants/" + sights.tenant() + "/people").select("form[action$=/invite]"))
                .isEmpty();
    }

    @Test
    void aFormIsRefusedBeforeItIsFilledIn() {
        Browser ada = Browser.of("ada");
        for (String form : List.of("/partitions/new", "/pools/new", "/partitions/" + sights.partition() + "/delete")) {
            Response answer = ada.open(form);

            assertThat(answer.statusCode()).as(form).isEqualTo(409);
            assertThat(Browser.parse(answer).select("main").text())
                    .contains("suspended since", "Invoice <42>", "operator resumes it");
        }
    }

    @Test
    void anOperatorResumesIt() {
        Browser olga = Browser.of("olga");
        String page = "/tenants/" + sights.tenant();

        olga.send(olga.get(page), "form[action$=/resume]", Map.of());

        assertThat(Browser.of("ada").get("/partitions").select("a[href=/partitions/new]"))
                .isNotEmpty();
    }
}
