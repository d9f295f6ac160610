package dev.ibportal.portal.partition;

import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Members to be added, read.
 *
 * @param nodes ids or names
 * @param nodeField what the request calls them
 * @param port id or GUID, for a single node
 * @param addresses asked for by hand, for a single node
 * @param index0 whether the port's own interface gets the addresses
 * @param adopted whether it takes over what was configured by hand
 */
record MemberWish(
        List<String> nodes,
        String nodeField,
        @Nullable String port,
        MembershipType membership,
        @Nullable IpoibMode mode,
        @Nullable IpMtu mtu,
        List<IpAddress> addresses,
        boolean index0,
        boolean adopted) {}
