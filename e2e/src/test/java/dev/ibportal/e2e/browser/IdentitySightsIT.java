package dev.ibportal.e2e.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.options.ColorScheme;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of people, programs, tenants' life and of refusals, in both languages and colours, wide and narrow. */
@RequiresTools("chromium")
class IdentitySightsIT {
    private static final String PASSWORD = "a password of my own";
    private static final int WIDE = 1280;
    private static final int NARROW = 390;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private String token = "";

    @Test
    void eachPageOfIdentityCanBeReadByEverybody() throws Exception {
        try (Site site = Site.start(directory)) {
            List<String> paths = fill(site);
            List<String> found = new ArrayList<>();
            found.addAll(look(site, paths, "en", ColorScheme.LIGHT, WIDE));
            found.addAll(look(site, paths, "zh-CN", ColorScheme.DARK, NARROW));
            found.addAll(look(site, paths, "en", ColorScheme.DARK, NARROW));
            found.addAll(look(site, paths, "zh-CN", ColorScheme.LIGHT, WIDE));
            assertThat(found).isEmpty();
        }
    }

    private List<String> fill(Site site) throws Exception {
        basic(site, "PUT", "/api/v1/me/password", site.firstPassword(), """
                {"currentPassword":"%s","newPassword":"%s"}""".formatted(site.firstPassword(), PASSWORD));
        token = basic(site, "POST", "/api/v1/tokens", PASSWORD, "{\"name\":\"sights\"}")
                .path("token")
                .asText();
        String tenant = made(
                site, "/tenants", "{\"name\":\"Aldermoor Institut für Wettermodelle\",\"description\":\"Weather\"}");
        String late = made(site, "/tenants", "{\"name\":\"Brackwater\"}");
        call(site, "PUT", "/tenants/" + late + "/suspension", "{\"reason\":\"The contract has ended\"}");
        String person = made(site, "/users", """
                {"login":"ada","name":"Ada Byron","password":"%s","roles":[{"role":"tenant-admin","tenant":"%s"}]}""".formatted(PASSWORD, tenant));
        String ofTenant = "/tenants/" + tenant;
        String invitation = made(site, ofTenant + "/invitations", "{\"role\":\"planner\",\"note\":\"for Pia\"}");
        JsonNode open = call(site, "POST", ofTenant + "/invitations", "{\"role\":\"planner\"}");
        String account = made(site, ofTenant + "/service-accounts", "{\"name\":\"CI\",\"role\":\"tenant-member\"}");
        String secret = made(site, ofTenant + "/service-accounts/" + account + "/tokens", "{\"name\":\"nightly\"}");
        call(site, "PUT", ofTenant + "/quotas", "{\"partitions\":4,\"addresses\":100}");
        String fabric = made(site, "/fabrics", "{\"name\":\"east\"}");
        made(
                site,
                "/partitions",
                "{\"tenant\":\"%s\",\"fabric\":\"%s\",\"name\":\"weather\"}".formatted(tenant, fabric));
        return List.of(
                "/settings",
                "/settings/password",
                "/settings/sessions",
                "/people",
                "/people/" + person + "/account",
                "/people/" + person + "/sessions",
                ofTenant,
                ofTenant + "/people",
                ofTenant + "/people/" + person,
                ofTenant + "/people/invitations/" + invitation + "/revoke",
                "/invitation/" + open.path("secret").asText(),
                "/invitation/gone",
                ofTenant + "/service-accounts",
                ofTenant + "/service-accounts/" + account,
                ofTenant + "/service-accounts/" + account + "/edit",
                ofTenant + "/service-accounts/" + account + "/delete",
                ofTenant + "/service-accounts/" + account + "/tokens/" + secret + "/revoke",
                ofTenant + "/quotas",
                ofTenant + "/suspend",
                ofTenant + "/delete",
                ofTenant + "/drift",
                ofTenant + "/isolation",
                ofTenant + "/grant",
                "/tenants/" + late,
                "/tenants",
                "/audit",
                "/audit/seals",
                "/partitions/00000000-0000-0000-0000-000000000000",
                "/partitions?state=nonsense",
                "/nowhere");
    }

    private String made(Site site, String path, String body) throws Exception {
        JsonNode answer = call(site, "POST", path, body);
        return answer.has("id")
                ? answer.path("id").asText()
                : answer.path("node").path("id").asText();
    }

    private JsonNode call(Site site, String method, String path, String body) throws Exception {
        return send(site, method, "/api/v1" + path, "Bearer " + token, body);
    }

    private JsonNode basic(Site site, String method, String path, String password, String body) throws Exception {
        String pair = Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
        return send(site, method, path, "Basic " + pair, body);
    }

    private JsonNode send(Site site, String method, String path, String authorization, String body) throws Exception {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(site.base() + path))
                        .header("Authorization", authorization)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    private static List<String> look(Site site, List<String> paths, String language, ColorScheme colours, int width) {
        List<String> found = new ArrayList<>();
        try (Chromium fresh = new Chromium()) {
            try (Visitor stranger = new Visitor(fresh.browser(), site.base(), language, colours, width)) {
                for (String path : paths) {
                    if (path.startsWith("/invitation/")) {
                        stranger.open(path);
                        Looks.at(stranger, "/stranger" + path.substring(0, 13), language, colours, width, found);
                    }
                }
                stranger.open("/login?next=/partitions");
                stranger.page().locator("[name=login]").fill("nobody");
                stranger.page().locator("[name=password]").fill("nothing at all");
                stranger.page().locator("main .form-actions button").click();
                Looks.at(stranger, "/login-refused", language, colours, width, found);
            }
            try (Visitor visitor = new Visitor(fresh.browser(), site.base(), language, colours, width)) {
                visitor.open("/login");
                Looks.at(visitor, "/login", language, colours, width, found);
                visitor.page().locator("[name=login]").fill("admin");
                visitor.page().locator("[name=password]").fill(PASSWORD);
                visitor.page().locator("main .form-actions button").click();
                for (String path : paths) {
                    visitor.open(path);
                    Looks.at(visitor, path, language, colours, width, found);
                }
            }
        }
        return found;
    }
}
