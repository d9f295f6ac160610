package dev.ibportal.portal.platform.pki;

import dev.ibportal.portal.platform.config.PortalSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Makes the authority from the data directory and the configured names. */
@ApplicationScoped
class PkiBeans {
    @Produces
    @Singleton
    CertificateAuthority authority(PortalSettings settings, Clock clock) {
        return new CertificateAuthority(new CaStore(settings.dataDir().resolve("ca")), clock);
    }

    @Produces
    @Singleton
    ServerKey serverKey(CertificateAuthority authority, PkiConfig config, Clock clock) {
        List<String> names = new ArrayList<>(config.serverNames().orElse(List.of()));
        names.addAll(ownNames());
        return new ServerKey(authority, new ServerNames(names), clock);
    }

    private static List<String> ownNames() {
        try {
            return List.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return List.of(); // a host that does not know its own name is reached by another one
        }
    }
}
