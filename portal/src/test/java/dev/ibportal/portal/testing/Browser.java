package dev.ibportal.portal.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.RestAssured;
import io.restassured.config.RedirectConfig;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** A browser without scripts: keeps cookies, reads pages, sends the forms that are on them. */
public final class Browser {
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final String language;

    public Browser(String language) {
        this.language = language;
    }

    public static Browser of(String login) {
        Browser browser = new Browser("en");
        browser.logIn(login);
        return browser;
    }

    public Browser logIn(String login) {
        Response answer =
                send(get("/login"), "form[action=/login]", Map.of("login", login, "password", World.PASSWORD));
        assertThat(answer.statusCode()).isEqualTo(303);
        return this;
    }

    /** A page that has to be there. */
    public Document get(String path) {
        Response answer = open(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return Jsoup.parse(answer.asString(), path);
    }

    public Response open(String path) {
        return remember(request().get(path));
    }

    /** What a part of the page that refreshes itself gets. */
    public Response refresh(String path) {
        return remember(request().header("HX-Request", "true").get(path));
    }

    /** Fills the one form that the selector finds and sends it; what is not in the values stays as the page has it. */
    public Response send(Document page, String selector, Map<String, String> values) {
        Element form = page.select(selector).stream()
                .filter(found -> found.tagName().equals("form"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no form " + selector + " on " + page.location()));
        RequestSpecification request = request().contentType("application/x-www-form-urlencoded; charset=UTF-8");
        Map<String, String> fields = fields(form);
        fields.putAll(values);
        request.body(fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&")));
        String action = form.attr("action").isEmpty() ? page.location() : form.attr("action");
        return remember(request.post(action));
    }

    /** Sends a form that is on no page we hold, with the token that each form has. */
    public Response post(String path, Map<String, String> values) {
        Map<String, String> fields = new LinkedHashMap<>(values);
        fields.put("csrf-token", token());
        return remember(request()
                .contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .body(fields.entrySet().stream()
                        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining("&")))
                .post(path));
    }

    private String token() {
        Response page = open("/settings");
        return parse(page.statusCode() == 200 ? page : open("/login"))
                .select("input[name=csrf-token]")
                .attr("value");
    }

    /** Sends a form's text as it stands. */
    public Response post(String path, String form) {
        return remember(request()
                .contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .body(form)
                .post(path));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Map<String, String> fields(Element form) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Element field : form.select("input[name], select[name], textarea[name]")) {
            boolean box =
                    field.attr("type").equals("checkbox") || field.attr("type").equals("radio");
            if (!box || field.hasAttr("checked")) {
                fields.put(field.attr("name"), valueOf(field));
            }
        }
        return fields;
    }

    private static String valueOf(Element field) {
        return switch (field.tagName()) {
            case "textarea" -> field.wholeText();
            case "select" ->
                field.select("option[selected]").stream()
                        .findFirst()
                        .or(() -> field.select("option").stream().findFirst())
                        .map(Element::val)
                        .orElse("");
            default -> field.val();
        };
    }

    public static Document parse(Response answer) {
        return Jsoup.parse(answer.asString());
    }

    private RequestSpecification request() {
        return RestAssured.given()
                .urlEncodingEnabled(false)
                .config(RestAssured.config()
                        .redirect(RedirectConfig.redirectConfig().followRedirects(false)))
                .header("Accept", "text/html,*/*;q=0.8")
                .header("Accept-Language", language)
                .headers(headers)
                .cookies(cookies);
    }

    private Response remember(Response answer) {
        answer.getCookies().forEach((name, value) -> {
            if (value.isEmpty()) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
        });
        return answer;
    }

    /** Empty: the browser has it no more. */
    public void cookie(String name, String value) {
        if (value.isEmpty()) {
            cookies.remove(name);
        } else {
            cookies.put(name, value);
        }
    }

    /** Sends it with each request from now on. */
    public void header(String name, String value) {
        headers.put(name, value);
    }

    public String cookie(String name) {
        return cookies.getOrDefault(name, "");
    }
}
