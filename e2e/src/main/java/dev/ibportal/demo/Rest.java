package dev.ibportal.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The portal's JSON API as one person. */
public final class Rest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int UNAUTHORIZED = 401;

    private final URI base;
    private final String authorization;

    private Rest(URI base, String authorization) {
        this.base = base;
        this.authorization = authorization;
    }

    /** An answer that is no success. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int status;

        Failure(int status, String message) {
            super(message);
            this.status = status;
        }

        public int status() {
            return status;
        }

        boolean isUnauthorized() {
            return status == UNAUTHORIZED;
        }
    }

    /** Good for making a token and changing the password, as the API has it. */
    public static Rest withPassword(URI base, String login, String password) {
        String pair = Base64.getEncoder().encodeToString((login + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new Rest(base, "Basic " + pair);
    }

    /** As the person whose password this is, with a token that is made for it. */
    public static Rest logIn(URI base, String login, String password, String purpose) {
        JsonNode token = withPassword(base, login, password).post("/api/v1/tokens", Map.of("name", purpose));
        return new Rest(base, "Bearer " + token.path("token").asText());
    }

    /** The same, and the tokens of earlier times are withdrawn: what is started often would leave very many. */
    static Rest logInAgain(URI base, String login, String password, String purpose) {
        Rest rest = logIn(base, login, password, purpose);
        List<JsonNode> all = rest.list("/api/v1/tokens?sort=-createdAt");
        all.stream()
                .filter(token -> token.path("name").asText().equals(purpose))
                .skip(1)
                .forEach(token ->
                        rest.delete("/api/v1/tokens/" + token.path("id").asText()));
        return rest;
    }

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public JsonNode get(String path) {
        return send("GET", path, Optional.empty());
    }

    public JsonNode post(String path, Map<String, ?> body) {
        return send("POST", path, Optional.of(body));
    }

    public JsonNode put(String path, Map<String, ?> body) {
        return send("PUT", path, Optional.of(body));
    }

    /** @param ifMatch the ETag of the state that the change is made for */
    public JsonNode put(String path, String ifMatch, Map<String, ?> body) {
        return send("PUT", path, Optional.of(body), Optional.of(ifMatch));
    }

    /** @param ifMatch the ETag of the state that is done away with */
    public JsonNode delete(String path, String ifMatch) {
        return send("DELETE", path, Optional.empty(), Optional.of(ifMatch));
    }

    public JsonNode delete(String path) {
        return send("DELETE", path, Optional.empty());
    }

    /** A whole list, piece by piece. */
    public List<JsonNode> list(String path) {
        List<JsonNode> all = new ArrayList<>();
        String first = path + (path.contains("?") ? "&" : "?") + "limit=500";
        for (Optional<String> next = Optional.of(first); next.isPresent(); ) {
            JsonNode page = get(next.get());
            page.path("items").forEach(all::add);
            next = Optional.of(page.path("next"))
                    .filter(JsonNode::isTextual)
                    .map(cursor -> first + "&cursor=" + encoded(cursor.asText()));
        }
        return all;
    }

    /** @param ifMatch the ETag of the state that the change is made for */
    public JsonNode patch(String path, String ifMatch, Map<String, ?> body) {
        return send("PATCH", path, Optional.of(body), Optional.of(ifMatch));
    }

    private JsonNode send(String method, String path, Optional<Map<String, ?>> body) {
        return send(method, path, body, Optional.empty());
    }

    private JsonNode send(String method, String path, Optional<Map<String, ?>> body, Optional<String> ifMatch) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                    .timeout(PATIENCE)
                    .header("Authorization", authorization)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json")
                    .method(
                            method,
                            body.isEmpty()
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body.get())));
            ifMatch.ifPresent(etag -> request.header("If-Match", etag));
            HttpResponse<byte[]> response = CLIENT.send(request.build(), BodyHandlers.ofByteArray());
            if (response.statusCode() / 100 != 2) {
                throw new Failure(
                        response.statusCode(),
                        method + " " + path + " was answered with " + response.statusCode() + ": "
                                + new String(response.body(), StandardCharsets.UTF_8));
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new DemoException("The portal does not answer " + method + " " + path + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoException("Interrupted while waiting for the portal");
        }
    }
}
