package dev.ibportal.portal.adoption.core;

import dev.ibportal.types.IpPrefix;
import java.util.List;
import java.util.UUID;

/**
 * The partition that an interface's key belongs to.
 *
 * @param granted whether its tenant may use the node
 * @param mtu that its interfaces have unless somebody says otherwise
 */
public record Home(
        UUID partition,
        String name,
        UUID tenant,
        String tenantName,
        boolean granted,
        boolean ipoib,
        String mode,
        int mtu,
        List<IpPrefix> pools) {
    public Home {
        pools = List.copyOf(pools);
    }
}
