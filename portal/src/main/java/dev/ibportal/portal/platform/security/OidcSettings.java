package dev.ibportal.portal.platform.security;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An OpenID provider that vouches for people and programs beside the local accounts. */
@ConfigMapping(prefix = "ibportal.oidc")
interface OidcSettings {
    /** The provider's issuer address, under which it publishes its configuration. Unset: there is no provider. */
    Optional<String> issuer();

    /** What the log-in page calls it. */
    @WithDefault("OpenID Connect")
    String name();

    /** The portal's registration at the provider. Unset: no log-in of people. */
    Optional<String> clientId();

    Optional<Path> clientSecretFile();

    /** Audience that tokens for the API must name, another one than the client id. Unset: the API takes none. */
    Optional<String> audience();

    @WithDefault("profile,email")
    List<String> scopes();

    /** Whether claims come from the provider's user info too. */
    @WithDefault("false")
    boolean userInfo();

    /** Claim with values such as {@code ibportal:<tenant>:<role>}; a path with slashes leads into objects. */
    @WithDefault("ibportal_roles")
    String rolesClaim();

    /** What other values of the claim mean: {@code "netops"=operator}, {@code "wx"=tenant-admin@Weather}. */
    Map<String, String> mapping();

    /** Whether {@code ibportal:*:<role>} in a token may give a role for the whole portal. */
    @WithDefault("false")
    boolean portalWide();
}
