package dev.ibportal.portal.platform.security;

import io.quarkus.oidc.OidcRequestContext;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.TenantConfigResolver;
import io.quarkus.oidc.runtime.OidcTenantConfig.ApplicationType;
import io.quarkus.oidc.runtime.OidcTenantConfig.Authentication.CookieSameSite;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What quarkus-oidc is to do with a request: nothing, unless {@link OidcGate} has said for this one request that it is a
 * log-in of a person or carries a provider's token.
 */
@ApplicationScoped
class OidcTenants implements TenantConfigResolver {
    static final String LOG_IN_PATH = "/login/oidc";
    private static final String CHOICE = "ibportal.oidc";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration NEW_KEYS_AT_MOST_EVERY = Duration.ofSeconds(10);

    private final OidcTenantConfig off =
            OidcTenantConfig.builder().tenantId("off").disableTenant().build();
    private final Optional<OidcTenantConfig> people;
    private final Optional<OidcTenantConfig> programs;

    OidcTenants(OidcSettings settings) {
        this.people = settings.issuer().flatMap(issuer -> settings.clientId().map(id -> people(settings, issuer, id)));
        this.programs =
                settings.issuer().flatMap(issuer -> settings.audience().map(name -> programs(settings, issuer, name)));
    }

    private static OidcTenantConfig people(OidcSettings settings, String issuer, String clientId) {
        String secret = secret(settings.clientSecretFile());
        return OidcTenantConfig.builder()
                .tenantId("people")
                .authServerUrl(issuer)
                .clientId(clientId)
                .credentials(secret)
                .connectionTimeout(PATIENCE)
                .applicationType(ApplicationType.WEB_APP)
                .authentication()
                .redirectPath(LOG_IN_PATH)
                .removeRedirectParameters(false)
                .restorePathAfterRedirect(false)
                .scopes(settings.scopes())
                .pkceRequired()
                .nonceRequired()
                .stateSecret(derived(secret))
                .idTokenRequired(true)
                .userInfoRequired(settings.userInfo())
                .stateCookieSameSite(CookieSameSite.LAX)
                .cookieSameSite(CookieSameSite.LAX)
                .end()
                .token()
                .forcedJwkRefreshInterval(NEW_KEYS_AT_MOST_EVERY)
                .end()
                .build();
    }

    private static OidcTenantConfig programs(OidcSettings settings, String issuer, String audience) {
        if (settings.clientId().filter(audience::equals).isPresent()) {
            throw new IllegalStateException("ibportal.oidc.audience is the client id; then the tokens of log-ins would"
                    + " open the API. Give the API an audience of its own at the provider");
        }
        return OidcTenantConfig.builder()
                .tenantId("programs")
                .authServerUrl(issuer)
                .connectionTimeout(PATIENCE)
                .applicationType(ApplicationType.SERVICE)
                .token()
                .audience(audience)
                .subjectRequired(true)
                .allowJwtIntrospection(false)
                .allowOpaqueTokenIntrospection(false)
                .forcedJwkRefreshInterval(NEW_KEYS_AT_MOST_EVERY)
                .end()
                .build();
    }

    private static String secret(Optional<Path> file) {
        Path named = file.orElseThrow(
                () -> new IllegalStateException(
                        "ibportal.oidc.client-id is set, so ibportal.oidc.client-secret-file must name the file with its secret"));
        try {
            return Files.readString(named).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("ibportal.oidc.client-secret-file names " + named, e);
        }
    }

    /** All replicas know the client's secret, so a log-in that began at one can end at another. */
    private static String derived(String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] key = mac.doFinal("ibportal state cookie".getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(key).substring(0, 32);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    boolean takesPeople() {
        return people.isPresent();
    }

    boolean takesPrograms() {
        return programs.isPresent();
    }

    void choosePeople(RoutingContext context) {
        choose(context, people.orElse(off));
    }

    void choosePrograms(RoutingContext context) {
        choose(context, programs.orElse(off));
    }

    private static void choose(RoutingContext context, OidcTenantConfig config) {
        context.put(CHOICE, config);
        context.put(OidcTenantConfig.class.getName(), config);
    }

    /** Quarkus asks its own mechanism too, after ours has decided: that one has nothing to say any more. */
    void close(RoutingContext context) {
        context.remove(HttpAuthenticationMechanism.class.getName());
        context.put(OidcTenantConfig.class.getName(), off);
    }

    @Override
    public Uni<OidcTenantConfig> resolve(RoutingContext context, OidcRequestContext<OidcTenantConfig> request) {
        OidcTenantConfig chosen = context.get(CHOICE);
        return Uni.createFrom().item(chosen == null ? off : chosen);
    }
}
