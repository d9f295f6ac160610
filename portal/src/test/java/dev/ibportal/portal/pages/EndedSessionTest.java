package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose session has ended is told so, and comes back to where they were. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class EndedSessionTest {
    @Inject
    World world;

    private Browser ada;
    private Document form;

    @BeforeEach
    void aFormIsOpenWhenTheSessionEnds() {
        world.reset();
        Person somebody = world.tenantAdmin("ada", world.tenant("Aldermoor"));
        Person root = world.operator("root");
        new Cluster(root).fabric("east");
        ada = Browser.of("ada");
        form = ada.get("/partitions/new");
        root.api().delete("/api/v1/users/" + somebody.id() + "/sessions").then().statusCode(204);
    }

    private static String own(String path) {
        return "http://localhost:" + RestAssured.port + path;
    }

    private Response sendFrom(String page) {
        ada.header("Referer", page);
        return ada.send(form, "main form[method=post]", Map.of("name", "typed for minutes"));
    }

    @Test
    void aFormLeadsBackToItsPage() {
        Response answer = sendFrom(own("/partitions/new?fabric=x"));

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith("/login?next=%2Fpartitions%2Fnew%3Ffabric%3Dx&told=form");
        assertThat(ada.get("/login?next=%2Fpartitions%2Fnew&told=form")
                        .select("[role=status]")
                        .text())
                .contains("session has ended", "before this was saved");
    }

    @Test
    void aForeignPageIsNoPlaceToGoBackTo() {
        assertThat(sendFrom("http://evil.example/partitions/new").header("Location"))
                .endsWith("/login?next=%2F&told=form");
        assertThat(sendFrom(own(".evil.example/x")).header("Location")).endsWith("/login?next=%2F&told=form");
    }

    @Test
    void aPageThatIsOpenedComesAgainAfterTheLogIn() {
        Response answer = ada.open("/partitions?search=a");

        assertThat(answer.header("Location")).endsWith("/login?next=%2Fpartitions%3Fsearch%3Da&told=ended");
        assertThat(ada.get("/login?next=%2F&told=ended").select("[role=status]").text())
                .isEqualTo("Your session has ended. Log in to go on where you were.");
        assertThat(new Browser("zh")
                        .get("/login?told=ended")
                        .select("[role=status]")
                        .text())
                .contains("会话已结束");
    }

    @Test
    void aPartThatRefreshesItselfSendsTheWholePageToTheLogIn() {
        ada.header("HX-Current-URL", own("/partitions"));

        Response answer = ada.refresh("/partitions");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.header("HX-Redirect")).isEqualTo("/login?next=%2Fpartitions&told=ended");
        assertThat(answer.asString()).isEmpty();
    }

    @Test
    void aStrangerIsToldNothing() {
        assertThat(new Browser("en").open("/partitions").header("Location")).endsWith("/login?next=%2Fpartitions");
    }
}
