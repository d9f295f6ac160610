package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds on each page, whoever looks and in whichever language. */
@QuarkusTest
class EveryPageTest {
    private static final Pattern UNREPLACED = Pattern.compile("\\{[a-z]+:|\\{[a-z]+}|NOT_FOUND|&amp;amp;");

    @Inject
    World world;

    private @Nullable Sights made;

    @BeforeEach
    void makeOneOfEverything() {
        made = Sights.in(world);
    }

    private Sights sights() {
        return Objects.requireNonNull(made);
    }

    private List<String> all() {
        return Stream.concat(sights().forTenants().stream(), sights().forOperatorsAlone().stream())
                .toList();
    }

    @Test
    void isSoundForOperators() {
        Browser olga = Browser.of("olga");
        for (String path : all()) {
            requireSound(path, olga.get(path), "en");
        }
    }

    @Test
    void isSoundInChinese() {
        Browser olga = new Browser("zh-CN,zh;q=0.9,en;q=0.5").logIn("olga");
        for (String path : all()) {
            Document page = olga.get(path);
            requireSound(path, page, "zh-CN");
            assertThat(page.title()).as(path).containsPattern("\\p{IsHan}");
            assertThat(page.select("h1").text()).as(path).isNotBlank();
        }
    }

    @Test
    void isSoundForTenantAdmins() {
        Browser ada = Browser.of("ada");
        for (String path : sights().forTenants()) {
            requireSound(path, ada.get(path), "en");
        }
        for (String path : sights().forOperatorsAlone()) {
            assertThat(ada.open(path).statusCode()).as(path).isIn(403, 404);
        }
    }

    @Test
    void offersReadersNothingThatTheyMayNotDo() {
        for (String reader : List.of("paul", "audrey")) {
            Browser browser = Browser.of(reader);
            for (String path : sights().forTenants()) {
                Response answer = browser.open(path);
                if (answer.statusCode() == 200) {
                    requireLinksOpen(browser, path, Browser.parse(answer));
                } else {
                    assertThat(answer.statusCode()).as(path).isEqualTo(403);
                }
            }
        }
    }

    private static void requireLinksOpen(Browser browser, String path, Document page) {
        for (Element link : page.select("main a[href^=/]")) {
            String target = link.attr("href").replaceFirst("#.*", "");
            if (!target.contains("export.csv")) {
                assertThat(browser.open(target).statusCode())
                        .as(path + " -> " + target)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void sendsStrangersToTheLogIn() {
        Browser stranger = new Browser("en");
        for (String path : all()) {
            Response answer = stranger.open(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(303);
            assertThat(answer.header("Location")).as(path).contains("/login?next=");
        }
    }

    @Test
    void isNotKeptByCachesAndAllowsNothingInline() {
        Response answer = Browser.of("olga").open("/");

        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(answer.header("Content-Security-Policy"))
                .startsWith("default-src 'self'")
                .doesNotContain("unsafe");
    }

    private static void requireSound(String path, Document page, String language) {
        assertThat(page.selectXpath("/html").attr("lang")).as(path).isEqualTo(language);
        assertThat(page.select("h1")).as(path + " has one heading").hasSize(1);
        assertThat(page.select("script:not([src]), style, [style], [onclick], [onload]"))
                .as(path)
                .isEmpty();
        assertThat(page.select("form[method=post]:not(:has(input[name=csrf-token]))"))
                .as(path + " has forms without CSRF token")
                .isEmpty();
        assertThat(page.select("[id]").eachAttr("id")).as(path).doesNotHaveDuplicates();
        assertThat(nameless(page)).as(path + " has fields without label").isEmpty();
        assertThat(UNREPLACED
                        .matcher(page.outerHtml().replaceAll("(?s)<head>.*</head>", ""))
                        .results()
                        .map(m -> m.group()))
                .as(path)
                .isEmpty();
        assertThat(page.select("main a[href=#main], a.skip-link")).as(path).isNotEmpty();
        assertThat(page.select("[aria-live=polite]")).as(path).hasSize(1);
    }

    private static List<String> nameless(Document page) {
        List<String> nameless = new ArrayList<>();
        for (Element field : page.select("input:not([type=hidden]), select, textarea")) {
            boolean named = field.closest("label") != null
                    || (field.hasAttr("id")
                            && !page.select("label[for=" + field.id() + "]").isEmpty());
            if (!named) {
                nameless.add(field.outerHtml());
            }
        }
        return nameless;
    }
}
