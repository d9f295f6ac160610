package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody who has logged in through the form, and reads pages. */
final class Browser {
    private static final Pattern CSRF = Pattern.compile("name=\"([^\"]*csrf[^\"]*)\" value=\"([^\"]*)\"");

    private final URI portal;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private Browser(URI portal) {
        this.portal = portal;
    }

    static Browser logIn(URI portal, String login, String password) {
        Browser browser = new Browser(portal);
        Matcher token = CSRF.matcher(browser.get("/login"));
        if (!token.find()) {
            throw new IllegalStateException("the log-in form has no CSRF token");
        }
        String form = Map.of("login", login, "password", password, "next", "/", token.group(1), token.group(2))
                .entrySet()
                .stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        browser.send(HttpRequest.newBuilder(portal.resolve("/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
        return browser;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    String get(String path) {
        return send(HttpRequest.newBuilder(portal.resolve(path))
                .header("Accept", "text/html")
                .build());
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(request + " was answered with " + response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
