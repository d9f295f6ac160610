package dev.ibportal.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/**
 * A small OpenID provider on loopback, after OpenID Connect Core and Discovery, RFC 6749, 7636 (PKCE is required and
 * checked) and RP-Initiated Logout: whoever asks is logged in as the person that the test has chosen, at once or (when it
 * is to {@link #ask}) on a page of its own. It can also do what a real one never does.
 */
public final class OpenIdProvider implements AutoCloseable {
    public static final String CLIENT = "portal";
    public static final String SECRET = "the secret of the portal at its provider";
    public static final String AUDIENCE = "ibportal-api";

    private static final String KNOWN = "known=yes";

    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final List<RsaJsonWebKey> published = new CopyOnWriteArrayList<>();
    private volatile RsaJsonWebKey key;
    private volatile Map<String, Object> person = Map.of("sub", "nobody");
    private volatile UnaryOperator<JwtClaims> idTokens = claims -> claims;
    private volatile boolean refusing;
    private volatile boolean broken;
    private volatile boolean asking;
    public final List<Map<String, String>> logOuts = new CopyOnWriteArrayList<>();
    public final List<String> problems = new CopyOnWriteArrayList<>();

    public OpenIdProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        key = newKey("first");
        published.add(key);
        route("/.well-known/openid-configuration", this::discovery);
        route("/jwks", this::keys);
        route("/authorize", this::authorize);
        route("/known", this::know);
        route("/token", this::token);
        route("/userinfo", this::userInfo);
        route("/end-session", this::endSession);
        server.start();
    }

    private interface Page {
        void answer(HttpExchange exchange) throws IOException, JoseException;
    }

    private void route(String path, Page page) {
        server.createContext(path, exchange -> {
            try {
                if (broken) {
                    send(exchange, 503, Map.of());
                } else {
                    page.answer(exchange);
                }
            } catch (JoseException | RuntimeException e) {
                problems.add(e.toString());
                send(exchange, 500, Map.of());
            }
        });
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Who is logged in at the provider from now on, with these claims. */
    public void person(Map<String, Object> claims) {
        person = claims;
        idTokens = token -> token;
        refusing = false;
    }

    /** Whether a browser that it does not know has to press a button first. */
    public void ask(boolean ask) {
        asking = ask;
    }

    /** The person turns back at the provider. */
    public void refuse() {
        refusing = true;
    }

    public void spoilIdTokens(UnaryOperator<JwtClaims> spoil) {
        idTokens = spoil;
    }

    public void down(boolean down) {
        broken = down;
    }

    /** From now on another key signs; the old one is no longer published. */
    public void rotate() {
        key = newKey(UUID.randomUUID().toString());
        published.clear();
        published.add(key);
    }

    public RsaJsonWebKey key() {
        return key;
    }

    public static RsaJsonWebKey newKey(String id) {
        try {
            RsaJsonWebKey made = RsaJwkGenerator.generateJwk(2048);
            made.setKeyId(id);
            made.setUse("sig");
            return made;
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Claims of an access token as they should be. */
    public JwtClaims access(Map<String, Object> more) {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer(issuer());
        claims.setAudience(AUDIENCE);
        claims.setIssuedAtToNow();
        claims.setExpirationTimeMinutesInTheFuture(5);
        more.forEach(claims::setClaim);
        return claims;
    }

    public String sign(JwtClaims claims) {
        return sign(claims, key, key.getKeyId());
    }

    public static String sign(JwtClaims claims, RsaJsonWebKey with, String keyId) {
        try {
            JsonWebSignature signature = new JsonWebSignature();
            signature.setPayload(claims.toJson());
            signature.setKey(with.getPrivateKey());
            signature.setKeyIdHeaderValue(keyId);
            signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private void discovery(HttpExchange exchange) throws IOException {
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("issuer", issuer());
        found.put("authorization_endpoint", issuer() + "/authorize");
        found.put("token_endpoint", issuer() + "/token");
        found.put("userinfo_endpoint", issuer() + "/userinfo");
        found.put("jwks_uri", issuer() + "/jwks");
        found.put("end_session_endpoint", issuer() + "/end-session");
        found.put("response_types_supported", List.of("code"));
        found.put("subject_types_supported", List.of("public"));
        found.put("id_token_signing_alg_values_supported", List.of("RS256"));
        found.put("code_challenge_methods_supported", List.of("S256"));
        send(exchange, 200, found);
    }

    private void keys(HttpExchange exchange) throws IOException {
        List<Map<String, Object>> keys = published.stream()
                .map(each -> each.toParams(JsonWebKey.OutputControlLevel.PUBLIC_ONLY))
                .toList();
        send(exchange, 200, Map.of("keys", keys));
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
        require(query.getOrDefault("response_type", "").equals("code"), "response_type is not code");
        require(query.getOrDefault("client_id", "").equals(CLIENT), "an unknown client");
        require(query.getOrDefault("code_challenge_method", "").equals("S256"), "no PKCE");
        require(query.containsKey("nonce"), "no nonce");
        require(query.getOrDefault("scope", "").contains("openid"), "no scope openid");
        if (asking && !isKnown(exchange)) {
            logInPage(exchange);
            return;
        }
        String back = query.get("redirect_uri") + "?state=" + encoded(query.getOrDefault("state", ""));
        if (refusing) {
            redirect(exchange, back + "&error=access_denied");
            return;
        }
        String code = UUID.randomUUID().toString();
        codes.put(code, query);
        redirect(exchange, back + "&code=" + code);
    }

    private static boolean isKnown(HttpExchange exchange) {
        return exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                .anyMatch(cookies -> cookies.contains(KNOWN));
    }

    /** As a person sees it; the browser is known from then on, until the person logs out here. */
    private void logInPage(HttpExchange exchange) throws IOException {
        String asked =
                exchange.getRequestURI().getRawQuery().replace("&", "&amp;").replace("\"", "&quot;");
        byte[] html =
                ("<!doctype html><html lang=\"en\"><title>Provider</title><link rel=\"icon\" href=\"data:,\"><h1>Provider</h1>"
                                + "<form method=\"post\" action=\"/known\"><input type=\"hidden\" name=\"asked\" value=\""
                                + asked
                                + "\"><button>It is me</button></form></html>")
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=UTF-8");
        exchange.sendResponseHeaders(200, html.length);
        exchange.getResponseBody().write(html);
        exchange.close();
    }

    private void know(HttpExchange exchange) throws IOException {
        Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.getResponseHeaders().add("Set-Cookie", KNOWN + "; Path=/; HttpOnly; SameSite=Lax");
        redirect(exchange, "/authorize?" + form.getOrDefault("asked", ""));
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String basic = Base64.getEncoder()
                .encodeToString((encoded(CLIENT) + ":" + encoded(SECRET)).getBytes(StandardCharsets.UTF_8));
        String plain = Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        if (asked == null
                || !List.of("Basic " + basic, "Basic " + plain).contains(authorization)
                || !challenge(form.getOrDefault("code_verifier", "")).equals(asked.get("code_challenge"))
                || !form.getOrDefault("redirect_uri", "").equals(asked.get("redirect_uri"))) {
            problems.add("a token was refused: " + form.keySet() + " " + authorization);
            send(exchange, 400, Map.of("error", "invalid_grant"));
            return;
        }
        send(
                exchange,
                200,
                Map.of(
                        "access_token",
                        sign(access(person)),
                        "token_type",
                        "Bearer",
                        "expires_in",
                        300,
                        "id_token",
                        sign(idTokens.apply(idToken(asked.getOrDefault("nonce", ""))))));
    }

    private JwtClaims idToken(String nonce) {
        JwtClaims claims = access(person);
        claims.setAudience(CLIENT);
        claims.setStringClaim("nonce", nonce);
        return claims;
    }

    private void userInfo(HttpExchange exchange) throws IOException {
        send(exchange, 200, person);
    }

    private void endSession(HttpExchange exchange) throws IOException {
        Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
        logOuts.add(query);
        exchange.getResponseHeaders().add("Set-Cookie", KNOWN + "; Path=/; Max-Age=0");
        redirect(exchange, query.getOrDefault("post_logout_redirect_uri", issuer()));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : new ArrayList<>(List.of(text.split("&")))) {
            String[] parts = field.split("=", 2);
            fields.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
        }
        return fields;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void redirect(HttpExchange exchange, String target) throws IOException {
        exchange.getResponseHeaders().set("Location", target);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private static void send(HttpExchange exchange, int status, Map<String, Object> body) throws IOException {
        byte[] bytes = JsonUtil.toJson(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
