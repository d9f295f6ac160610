package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Walks the whole portal as each role, link by link from the first page: no link leads to a refusal, and no form stands
 * there that the table of roles does not allow. The table is the one that was written by hand.
 */
@QuarkusTest
class DeniedIsNotOfferedTest {
    private static final int MOST_PAGES = 200;

    /** The table is of people of one tenant; an auditor of the whole portal may check the whole log too, see below. */
    private static final String WHOLE_LOG = "/audit/seals/verify";

    @Inject
    World world;

    @BeforeEach
    void oneOfEverything() {
        Sights sights = Sights.in(world);
        world.person("member", Role.TENANT_MEMBER, sights.tenant());
        world.person("local-auditor", Role.AUDITOR, sights.tenant());
    }

    @Test
    void noRoleIsOfferedWhatItMayNotDo() throws IOException {
        Map<Pattern, String> table = table();
        List<String> wrong = new ArrayList<>();
        Map.of(
                        "olga", "operator",
                        "ada", "tenant-admin",
                        "member", "tenant-member",
                        "paul", "planner",
                        "audrey", "auditor",
                        "local-auditor", "auditor")
                .forEach((login, role) -> wrong.addAll(walk(login, role, table)));

        assertThat(wrong).isEmpty();
    }

    @Test
    void anAuditorOfTheWholePortalMayCheckTheWholeLog() {
        Browser audrey = Browser.of("audrey");

        Response answer = audrey.send(audrey.get("/audit/seals"), "form[action=" + WHOLE_LOG + "]", Map.of());

        assertThat(answer.statusCode()).isIn(200, 303);
    }

    private static List<String> walk(String login, String role, Map<Pattern, String> table) {
        Browser browser = Browser.of(login);
        List<String> wrong = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of("/"));
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty() && seen.size() < MOST_PAGES) {
            String path = open.pop();
            Response answer = browser.open(path);
            if (answer.statusCode() != 200) {
                wrong.add(login + ": " + path + " answers " + answer.statusCode());
                continue;
            }
            if (!answer.contentType().startsWith("text/html")) {
                continue;
            }
            Document page = Browser.parse(answer);
            for (Element form : page.select("form[method=post]")) {
                String action = form.attr("action").isEmpty() ? path : form.attr("action");
                boolean ofTheWholePortal = login.equals("audrey") && action.equals(WHOLE_LOG);
                if (!ofTheWholePortal && !mayPost(table, role, action.replaceFirst("[?#].*", ""))) {
                    wrong.add(login + ": " + path + " offers to send " + action);
                }
            }
            for (Element link : page.select("a[href^=/]")) {
                String target = link.attr("href").replaceFirst("#.*", "");
                // Another order or piece of the same list is no other page.
                if (seen.add(target.replaceFirst("[?].*", ""))) {
                    open.add(target);
                }
            }
        }
        return wrong;
    }

    private static boolean mayPost(Map<Pattern, String> table, String role, String path) {
        return table.entrySet().stream()
                .filter(row -> row.getKey().matcher("POST " + path).matches())
                .findFirst()
                .map(row -> row.getValue().matches("all|anyone")
                        || List.of(row.getValue().split(",\\s*")).contains(role))
                .orElse(false);
    }

    /** Rows with fixed words before those with parameters, as the server looks for them. */
    private static Map<Pattern, String> table() throws IOException {
        Map<Pattern, String> rows = new LinkedHashMap<>();
        Files.readAllLines(Path.of("src/test/resources/role-matrix.txt")).stream()
                .filter(line -> line.startsWith("POST /") && !line.startsWith("POST /api"))
                .sorted(java.util.Comparator.comparing(line -> line.contains("{")))
                .forEach(line -> {
                    int colon = line.lastIndexOf(": ");
                    rows.put(
                            Pattern.compile(line.substring(0, colon).replaceAll("\\{[^}]+}", "[^/]+")),
                            line.substring(colon + 2).strip());
                });
        return rows;
    }
}
