package dev.ibportal.portal.platform.pki;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Certificates that the portal makes for itself and for nodes. */
@ConfigMapping(prefix = "ibportal.pki")
public interface PkiConfig {
    /** How long the certificate of a node is good for; daemons renew it at half of that. */
    @WithDefault("14d")
    Duration nodeCertificateLife();

    /** Host names and addresses, beside those of this host, that daemons reach the portal by. */
    Optional<List<String>> serverNames();
}
