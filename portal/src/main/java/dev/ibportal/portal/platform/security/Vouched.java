package dev.ibportal.portal.platform.security;

import io.quarkus.oidc.OidcConfigurationMetadata;
import io.quarkus.oidc.UserInfo;
import io.quarkus.oidc.runtime.OidcUtils;
import io.quarkus.security.identity.SecurityIdentity;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jspecify.annotations.Nullable;

/**
 * Somebody for whom an OpenID provider vouches, by a token that was verified.
 *
 * @param name what they are called there
 * @param login what their log-in name there is
 * @param roles values of the claim that names roles
 * @param token the token itself
 * @param endSession where to log out at the provider
 */
public record Vouched(
        String issuer,
        String subject,
        String login,
        String name,
        Set<String> roles,
        String token,
        Optional<String> endSession) {
    public Vouched {
        roles = Set.copyOf(roles);
    }

    /** Where this person's browser has to go to log out at the provider; what is to come after is still to be added. */
    public Optional<String> logOutAt() {
        return endSession.map(address -> address + (address.contains("?") ? '&' : '?') + "id_token_hint=" + token);
    }

    static Vouched of(SecurityIdentity identity, String rolesClaim) {
        String token = ((JsonWebToken) identity.getPrincipal()).getRawToken();
        JsonObject claims = payload(token);
        UserInfo more = identity.getAttribute(OidcUtils.USER_INFO_ATTRIBUTE);
        JsonObject told = more == null ? new JsonObject() : new JsonObject(more.getUserInfoString());
        String subject = claims.getString("sub");
        String login = text(claims, told, "preferred_username")
                .or(() -> text(claims, told, "email"))
                .orElse(subject);
        Set<String> roles = new LinkedHashSet<>(values(claims, rolesClaim));
        roles.addAll(values(told, rolesClaim));
        OidcConfigurationMetadata provider = identity.getAttribute(OidcUtils.CONFIG_METADATA_ATTRIBUTE);
        return new Vouched(
                claims.getString("iss"),
                subject,
                login,
                text(claims, told, "name").orElse(login),
                roles,
                token,
                Optional.ofNullable(provider).map(OidcConfigurationMetadata::getEndSessionUri));
    }

    private static JsonObject payload(String token) {
        byte[] json = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
        return new JsonObject(new String(json, StandardCharsets.UTF_8));
    }

    private static Optional<String> text(JsonObject claims, JsonObject told, String name) {
        return Optional.ofNullable(claims.getValue(name))
                .or(() -> Optional.ofNullable(told.getValue(name)))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(text -> !text.isBlank());
    }

    /** A list of texts, or one text; anything else says nothing. */
    private static List<String> values(JsonObject claims, String path) {
        Object at = claims;
        for (String step : path.split("/")) {
            at = at instanceof JsonObject object ? object.getValue(step) : null;
        }
        return texts(at);
    }

    private static List<String> texts(@Nullable Object found) {
        if (found instanceof String text) {
            return Arrays.asList(text.strip().split("[\\s,]+"));
        }
        return found instanceof JsonArray list
                ? list.stream()
                        .filter(Objects::nonNull)
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }
}
