package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.config.WebSettings;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(HttpsTest.WithCertificate.class)
class HttpsTest {
    private static final Path DIRECTORY = directory();

    @TestHTTPResource(tls = true)
    @Nullable
    URL address;

    @Inject
    World world;

    @Inject
    TlsConfigurationRegistry tls;

    @Inject
    Event<CertificateUpdatedEvent> updated;

    public static final class WithCertificate implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            writeCertificate(1);
            Map<String, String> settings =
                    WebSettings.https(certificate(), key()).forQuarkus();
            settings.put("quarkus.http.test-ssl-port", "0");
            return settings;
        }
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("https");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path certificate() {
        return DIRECTORY.resolve("tls.crt");
    }

    private static Path key() {
        return DIRECTORY.resolve("tls.key");
    }

    private static void writeCertificate(int serial) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair pair = generator.generateKeyPair();
            X500Principal name = new X500Principal("CN=localhost");
            Instant now = Instant.now();
            X509Certificate made = new JcaX509CertificateConverter()
                    .getCertificate(new JcaX509v3CertificateBuilder(
                                    name,
                                    BigInteger.valueOf(serial),
                                    Date.from(now.minusSeconds(60)),
                                    Date.from(now.plusSeconds(3600)),
                                    name,
                                    pair.getPublic())
                            .addExtension(
                                    Extension.subjectAlternativeName,
                                    false,
                                    new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")))
                            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
            Files.writeString(certificate(), pem("CERTIFICATE", made.getEncoded()));
            Files.writeString(key(), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] der) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    private int port() {
        return Objects.requireNonNull(address).getPort();
    }

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    private RequestSpecification browser() {
        return RestAssured.given()
                .relaxedHTTPSValidation()
                .baseUri("https://localhost:" + port())
                .port(port())
                .redirects()
                .follow(false)
                .accept("text/html");
    }

    @Test
    void aLogInHasCookiesThatOnlyThisHostCanSetAndOnlyHttpsCarries() {
        Response page = browser().get("/login");
        Document form = Jsoup.parse(page.asString());
        Response answer = browser()
                .cookies(page.getCookies())
                .header("Origin", "https://localhost:" + port())
                .contentType("application/x-www-form-urlencoded")
                .formParam(
                        "csrf-token",
                        form.select("form[action=/login] [name=csrf-token]").val())
                .formParam("login", "olga")
                .formParam("password", World.PASSWORD)
                .post("/login");

        assertThat(answer.statusCode()).isEqualTo(303);
        List<String> set = answer.headers().getValues("Set-Cookie");
        assertThat(set).anyMatch(cookie -> cookie.startsWith("__Host-ibportal_session="));
        assertThat(set).anyMatch(cookie -> cookie.startsWith("__Host-ibportal_browser="));
        assertThat(List.of(page, answer)).allSatisfy(each -> {
            assertThat(each.header("Strict-Transport-Security")).isEqualTo("max-age=31536000");
            assertThat(each.headers().getValues("Set-Cookie"))
                    .isNotEmpty()
                    .allMatch(cookie -> cookie.toLowerCase(Locale.ROOT).matches(".*;\\s*secure(;.*|$)"));
        });
        String session = answer.cookie("__Host-ibportal_session");
        assertThat(browser()
                        .cookie("__Host-ibportal_session", session)
                        .get("/settings")
                        .statusCode())
                .isEqualTo(200);
        assertThat(browser()
                        .cookie("ibportal_session", session)
                        .get("/settings")
                        .statusCode())
                .as("under a name that anybody in the domain could have set")
                .isEqualTo(303);
    }

    @Test
    void formsAreTakenOverHttp2Too() throws Exception {
        String origin = "https://localhost:" + port();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(trusting())
                .cookieHandler(new CookieManager())
                .build();
        HttpResponse<String> page = client.send(
                HttpRequest.newBuilder(URI.create(origin + "/login")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(page.version()).isEqualTo(HttpClient.Version.HTTP_2);
        String token = Jsoup.parse(page.body())
                .select("form[action=/login] [name=csrf-token]")
                .val();
        HttpRequest.Builder form = HttpRequest.newBuilder(URI.create(origin + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("csrf-token=" + token + "&login=olga&password="
                        + URLEncoder.encode(World.PASSWORD, StandardCharsets.UTF_8)));

        assertThat(client.send(
                                form.copy()
                                        .header("Origin", "https://evil.example")
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(403);
        assertThat(client.send(form.copy().header("Origin", origin).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(303);
    }

    private static SSLContext trusting() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
        return context;
    }

    @Test
    void choicesAreKeptInSecureCookiesToo() {
        Response page = browser().get("/login");
        Document form = Jsoup.parse(page.asString());

        Response answer = browser()
                .cookies(page.getCookies())
                .contentType("application/x-www-form-urlencoded")
                .formParam(
                        "csrf-token",
                        form.select("form[action=/preferences] [name=csrf-token]")
                                .val())
                .formParam("theme", "dark")
                .formParam("back", "/login")
                .post("/preferences");

        assertThat(answer.headers().getValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith("theme="))
                .singleElement()
                .asString()
                .containsIgnoringCase(";Secure");
    }

    @Test
    void nobodyListensForPlainHttp() {
        for (int port : new int[] {RestAssured.port, port()}) {
            assertThat(answerTo(port, "GET /login HTTP/1.0\r\n\r\n"))
                    .as("port " + port)
                    .doesNotContain("HTTP/1");
        }
    }

    private static String answerTo(int port, String plain) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(plain.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "nobody listens";
        }
    }

    @Test
    void aNewCertificateIsTakenWithoutARestartAndABrokenOneIsNot() throws Exception {
        assertThat(serial()).isEqualTo(1);
        writeCertificate(2);
        reload();
        assertThat(serial()).isEqualTo(2);

        Files.writeString(key(), "nonsense");
        reload();
        assertThat(serial()).isEqualTo(2);
        writeCertificate(1);
        reload();
        assertThat(serial()).isEqualTo(1);
    }

    /** What the timer does. */
    private void reload() {
        TlsConfiguration web = tls.get("web").orElseThrow();
        if (web.reload()) {
            updated.fire(new CertificateUpdatedEvent("web", web));
        }
    }

    private int serial() throws IOException, GeneralSecurityException {
        try (SSLSocket socket = (SSLSocket) trusting().getSocketFactory().createSocket("localhost", port())) {
            socket.startHandshake();
            X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return shown.getSerialNumber().intValueExact();
        }
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
