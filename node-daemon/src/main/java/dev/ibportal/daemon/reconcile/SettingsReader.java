package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.ipoib.Settings;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.ParentTuning;
import dev.ibportal.daemon.ipoib.persist.SysctlProfile;
import dev.ibportal.types.DomainName;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what an item wants of its host. */
final class SettingsReader {
    /** Smaller numbers are the distributions' and people's own. */
    private static final int FIRST_TABLE = 1 << 20;

    private SettingsReader() {}

    static Settings read(String at, InterfaceKind kind, HostSettings message) throws RefusedException {
        List<IpRoute> routes = new ArrayList<>();
        for (int i = 0; i < message.getRoutesCount(); i++) {
            routes.add(route(at + ".routes[" + i + "]", message.getRoutes(i)));
        }
        List<IpAddress> servers = new ArrayList<>();
        for (String server : message.getDnsServersList()) {
            servers.add(SpecReader.value(at + ".dns_servers", () -> IpAddress.parse(server)));
        }
        List<String> search = new ArrayList<>();
        for (String domain : message.getDnsSearchList()) {
            search.add(SpecReader.value(
                    at + ".dns_search", () -> DomainName.parse(domain).text()));
        }
        return new Settings(
                routes,
                table(at, message),
                new NameService(servers, search),
                profile(at + ".profile", message),
                tuning(at, kind, message));
    }

    private static ParentTuning tuning(String at, InterfaceKind kind, HostSettings message) throws RefusedException {
        ParentTuning tuning = SpecReader.value(
                at,
                () -> new ParentTuning(
                        message.hasTransmitQueueLength()
                                ? OptionalInt.of(message.getTransmitQueueLength())
                                : OptionalInt.empty(),
                        message.hasChannels() ? OptionalInt.of(message.getChannels()) : OptionalInt.empty()));
        if (kind == InterfaceKind.CHILD && !tuning.isNone()) {
            throw SpecReader.invalid(at, "a child shares its parent's queues and has none of its own");
        }
        return tuning;
    }

    private static IpRoute route(String at, dev.ibportal.agent.v1.Route message) throws RefusedException {
        return SpecReader.value(
                at,
                () -> new IpRoute(
                        IpPrefix.parse(message.getTo()),
                        message.getVia().isEmpty() ? Optional.empty() : Optional.of(IpAddress.parse(message.getVia())),
                        message.hasMetric() ? OptionalInt.of(message.getMetric()) : OptionalInt.empty()));
    }

    private static OptionalInt table(String at, HostSettings message) throws RefusedException {
        if (!message.hasSourceTable()) {
            return OptionalInt.empty();
        }
        if (message.getSourceTable() < FIRST_TABLE) {
            throw SpecReader.invalid(
                    at + ".source_table",
                    "routing table " + Integer.toUnsignedString(message.getSourceTable()) + " is outside " + FIRST_TABLE
                            + " to " + Integer.MAX_VALUE);
        }
        return OptionalInt.of(message.getSourceTable());
    }

    private static SysctlProfile profile(String at, HostSettings message) throws RefusedException {
        return switch (message.getProfile()) {
            case HOST_PROFILE_UNSPECIFIED, HOST_PROFILE_NONE -> SysctlProfile.NONE;
            case HOST_PROFILE_IPOIB -> SysctlProfile.IPOIB;
            case UNRECOGNIZED ->
                throw new RefusedException(
                        SpecRefusalReason.SPEC_REFUSAL_REASON_UNSUPPORTED,
                        at + " is a profile that this version does not have; update ibnoded");
        };
    }
}
