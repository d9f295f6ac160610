package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.World;
import dev.ibportal.testing.OpenIdProvider;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that come with a token of an OpenID provider. */
@QuarkusTest
@TestProfile(OpenIdPortal.class)
class OpenIdTokensTest {
    private static final OpenIdProvider PROVIDER = OpenIdPortal.PROVIDER;

    @Inject
    World world;

    private UUID tenant = new UUID(0, 0);

    @BeforeEach
    void tenant() {
        world.reset();
        PROVIDER.down(false);
        tenant = world.tenant("Aldermoor");
        knowTheKey();
    }

    /** New keys are asked for at most every ten seconds, or strangers could have the portal ask all the time. */
    private static void knowTheKey() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        call(PROVIDER.sign(PROVIDER.access(robot("netops")))).statusCode(200));
    }

    private static JwtClaims with(JwtClaims claims, String name, Object value) {
        claims.setClaim(name, value);
        return claims;
    }

    private static JwtClaims without(JwtClaims claims, String name) {
        claims.unsetClaim(name);
        return claims;
    }

    private static ValidatableResponse call(String token) {
        return RestAssured.given()
                .header("Authorization", "Bearer " + token)
                .get("/api/v1/me")
                .then();
    }

    private static Map<String, Object> robot(String... roles) {
        return Map.of("sub", "robot-7", "preferred_username", "deployer", "ibportal_roles", List.of(roles));
    }

    @Test
    void aProgramActsWithTheRolesOfItsToken() {
        String token = PROVIDER.sign(PROVIDER.access(robot("ibportal:" + tenant + ":auditor")));

        call(token)
                .statusCode(200)
                .body("login", equalTo("deployer"))
                .body("roles.role", org.hamcrest.Matchers.contains("auditor"));
        RestAssured.given()
                .header("Authorization", "Bearer " + token)
                .get("/api/v1/audit-events")
                .then()
                .statusCode(200);
        RestAssured.given()
                .header("Authorization", "Bearer " + token)
                .get("/api/v1/users")
                .then()
                .statusCode(403);
        String less = PROVIDER.sign(PROVIDER.access(robot()));
        RestAssured.given()
                .header("Authorization", "Bearer " + less)
                .get("/api/v1/audit-events")
                .then()
                .statusCode(403);
        assertThat(world.count("app_user", "issuer IS NOT NULL")).isEqualTo(1);
        assertThat(world.count("role_grant", "true")).isZero();
        world.execute("UPDATE app_user SET disabled_at = now()");
        call(token).statusCode(401);
    }

    @Test
    void tokensThatAreNotGoodAreRefused() throws JoseException {
        JwtClaims good = PROVIDER.access(robot("netops"));
        call(PROVIDER.sign(good)).statusCode(200);
        RsaJsonWebKey foreign = OpenIdProvider.newKey(PROVIDER.key().getKeyId());
        Map<String, String> bad = new HashMap<>();
        bad.put(
                "expired",
                PROVIDER.sign(with(
                        PROVIDER.access(robot("netops")),
                        "exp",
                        NumericDate.now().getValue() - 60)));
        bad.put("without an end", PROVIDER.sign(without(PROVIDER.access(robot("netops")), "exp")));
        bad.put(
                "not yet",
                PROVIDER.sign(with(
                        PROVIDER.access(robot("netops")),
                        "nbf",
                        NumericDate.now().getValue() + 600)));
        bad.put("audience", PROVIDER.sign(with(PROVIDER.access(robot("netops")), "aud", "another-api")));
        bad.put(
                "an ID token's audience",
                PROVIDER.sign(with(PROVIDER.access(robot("netops")), "aud", OpenIdProvider.CLIENT)));
        bad.put("no audience", PROVIDER.sign(without(PROVIDER.access(robot("netops")), "aud")));
        bad.put("issuer", PROVIDER.sign(with(PROVIDER.access(robot("netops")), "iss", "https://evil.example")));
        bad.put("no subject", PROVIDER.sign(without(PROVIDER.access(robot("netops")), "sub")));
        bad.put("alg none", none(good));
        bad.put("alg NONE", none(good).replaceFirst("^[^.]+", part("{\"alg\":\"NONE\"}")));
        bad.put(
                "HS256 with the public key",
                hmac(good, PROVIDER.key().getPublicKey().getEncoded()));
        bad.put("HS256 with its PEM", hmac(good, pem(PROVIDER.key()).getBytes(StandardCharsets.US_ASCII)));
        bad.put("HS256 with the client's secret", hmac(good, OpenIdProvider.SECRET.getBytes(StandardCharsets.UTF_8)));
        bad.put(
                "a foreign key under the known id",
                OpenIdProvider.sign(good, foreign, PROVIDER.key().getKeyId()));
        bad.put("an unknown key id", OpenIdProvider.sign(good, foreign, "unknown"));
        bad.put("a key of its own in the header", withOwnKey(good, foreign));
        bad.put("a changed payload", changed(PROVIDER.sign(good)));
        bad.put("no signature", PROVIDER.sign(good).replaceFirst("[^.]+$", ""));
        bad.put("nonsense", "a.b.c");
        bad.forEach((what, token) -> assertThat(RestAssured.given()
                        .header("Authorization", "Bearer " + token)
                        .get("/api/v1/me")
                        .statusCode())
                .as(what)
                .isEqualTo(401));
        call(bad.get("expired"))
                .contentType("application/problem+json")
                .body("detail", containsString("audience"))
                .body("detail", not(containsString("jose")));
    }

    @Test
    void aNewKeyIsFoundAndTheOldOneIsNoMore() {
        String old = PROVIDER.sign(PROVIDER.access(robot("netops")));
        call(old).statusCode(200);

        PROVIDER.rotate();

        knowTheKey();
        call(old).statusCode(401);
    }

    /** Whether the key is a new one or nobody's, only the provider knows. */
    @Test
    void aTokenOfANewKeyWaitsForAProviderThatIsDown() {
        call(PROVIDER.sign(PROVIDER.access(robot("netops")))).statusCode(200);
        String known = PROVIDER.sign(PROVIDER.access(robot("netops")));
        PROVIDER.rotate();
        String fresh = PROVIDER.sign(PROVIDER.access(robot("netops")));
        PROVIDER.down(true);

        call(known).statusCode(200);
        call(fresh).statusCode(503).header("Retry-After", org.hamcrest.Matchers.notNullValue());

        PROVIDER.down(false);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> call(fresh).statusCode(200));
    }

    @Test
    void aProvidersTokenOpensNoPageAndAPersonalTokenGoesOnWorking() {
        String token = PROVIDER.sign(PROVIDER.access(robot("netops")));
        RestAssured.given()
                .header("Authorization", "Bearer " + token)
                .accept("text/html")
                .redirects()
                .follow(false)
                .get("/people")
                .then()
                .statusCode(303);
        world.operator("olga").api().get("/api/v1/users").then().statusCode(200);
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String none(JwtClaims claims) {
        return part("{\"alg\":\"none\"}") + "." + part(claims.toJson()) + ".";
    }

    private static String hmac(JwtClaims claims, byte[] key) throws JoseException {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims.toJson());
        signature.setKey(new HmacKey(key));
        signature.setKeyIdHeaderValue(PROVIDER.key().getKeyId());
        signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        return signature.getCompactSerialization();
    }

    private static String pem(RsaJsonWebKey key) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(key.getPublicKey().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private static String withOwnKey(JwtClaims claims, RsaJsonWebKey foreign) throws JoseException {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims.toJson());
        signature.setKey(foreign.getPrivateKey());
        signature.setJwkHeader(foreign);
        signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
        return signature.getCompactSerialization();
    }

    private static String changed(String token) {
        String[] parts = token.split("\\.");
        String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return parts[0] + "." + part(payload.replace("robot-7", "robot-8")) + "." + Objects.requireNonNull(parts[2]);
    }
}
