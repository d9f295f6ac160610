package dev.ibportal.portal.account;

import dev.ibportal.testing.OpenIdProvider;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A portal with an OpenID provider. */
public final class OpenIdPortal implements QuarkusTestProfile {
    static final OpenIdProvider PROVIDER = new OpenIdProvider();

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> config = new HashMap<>();
        config.put("ibportal.oidc.issuer", PROVIDER.issuer());
        config.put("ibportal.oidc.name", "Cluster SSO");
        config.put("ibportal.oidc.client-id", OpenIdProvider.CLIENT);
        config.put("ibportal.oidc.client-secret-file", secretFile().toString());
        config.put("ibportal.oidc.audience", OpenIdProvider.AUDIENCE);
        config.put("ibportal.oidc.mapping.\"netops\"", "operator");
        config.put("ibportal.oidc.mapping.\"wx-admins\"", "tenant-admin@Aldermoor");
        return config;
    }

    private static Path secretFile() {
        try {
            Path file = Files.createTempFile("oidc", ".secret");
            file.toFile().deleteOnExit();
            return Files.writeString(file, OpenIdProvider.SECRET + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
