package dev.ibportal.portal.platform.pki;

import dev.ibportal.types.NodeIdentity;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x509.GeneralName;

/** Names and addresses that daemons may reach the portal by; the one that never changes is always among them. */
public final class ServerNames {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    private final Set<String> names = new LinkedHashSet<>();

    public ServerNames(Collection<String> configured) {
        names.add(NodeIdentity.PORTAL_TLS_NAME);
        names.addAll(List.of("localhost", "127.0.0.1", "::1"));
        names.addAll(configured);
    }

    List<GeneralName> generalNames() {
        return names.stream()
                .map(name -> new GeneralName(
                        ADDRESS.matcher(name).matches() ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toList();
    }
}
