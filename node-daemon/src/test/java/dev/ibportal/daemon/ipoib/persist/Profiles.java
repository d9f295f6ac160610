package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.inventory.Backend.Kind;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Profiles that golden files and real parsers are tried with, and the hosts on which they are. */
final class Profiles {
    private Profiles() {}

    static Profile named(String name) {
        return switch (name) {
            case "both-families" ->
                profile(IpoibMode.DATAGRAM, Optional.of(2044), "10.64.1.11/24", "fd00:77:62::5/64", "10.64.2.11/25");
            case "bare" -> profile(IpoibMode.DATAGRAM, Optional.empty());
            case "connected" -> profile(IpoibMode.CONNECTED, Optional.of(65520), "fd00:77:62::5/64");
            case "routed" -> with(named("both-families"), routed());
            case "tuned" ->
                with(
                        profile(IpoibMode.DATAGRAM, Optional.of(2044), "10.64.1.11/24"),
                        Extras.NONE.withSysctls(SysctlProfile.IPOIB));
            case "named" ->
                with(
                        profile(IpoibMode.DATAGRAM, Optional.of(2044), "10.64.1.11/24"),
                        Extras.NONE.withNames(new NameService(
                                List.of(IpAddress.parse("10.64.1.2"), IpAddress.parse("10.64.1.3")),
                                List.of("cluster.example", "example"))));
            case "parent" -> parent();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Extras routed() {
        return Extras.NONE
                .withRoutes(List.of(
                        route("10.9.0.0/16", "10.64.1.1", OptionalInt.of(100), OptionalInt.of(5)),
                        route("0.0.0.0/0", "10.64.1.1", OptionalInt.of(100), OptionalInt.empty()),
                        route("10.10.0.0/16", "", OptionalInt.empty(), OptionalInt.empty()),
                        route("fd00:9::/32", "fd00:77:62::1", OptionalInt.empty(), OptionalInt.of(7))))
                .withRules(List.of(
                        new PolicyRule(Optional.of(IpPrefix.parse("10.64.1.0/24")), Optional.empty(), 100, 1000),
                        new PolicyRule(
                                Optional.of(IpPrefix.parse("fd00:77:62::/64")),
                                Optional.of(IpPrefix.parse("fd00:9::/32")),
                                100,
                                1001)));
    }

    private static Route route(String destination, String gateway, OptionalInt table, OptionalInt metric) {
        return new Route(
                IpPrefix.parse(destination),
                Optional.of(gateway).filter(text -> !text.isEmpty()).map(IpAddress::parse),
                table,
                metric);
    }

    private static Profile parent() {
        return new Profile(
                "6f1c7c1e-7a52-4a4e-9d2c-0d9c6f6a1b12",
                Guid.parse("0x506b4b0300d1a2b2"),
                PKey.DEFAULT,
                new InterfaceName("ib0"),
                new InterfaceName("ib0"),
                IpoibMode.CONNECTED,
                Optional.of(new IpMtu(65520)),
                List.of(InterfaceAddress.parse("10.20.0.11/16")),
                Extras.NONE
                        .withKind(InterfaceKind.PARENT)
                        .withTuning(new ParentTuning(OptionalInt.of(2048), OptionalInt.of(8))));
    }

    private static Profile with(Profile plain, Extras extras) {
        return new Profile(
                plain.interfaceId(),
                plain.port(),
                plain.pkey(),
                plain.name(),
                plain.parent(),
                plain.mode(),
                plain.mtu(),
                plain.addresses(),
                extras);
    }

    private static Profile profile(IpoibMode mode, Optional<Integer> mtu, String... addresses) {
        return new Profile(
                "6f1c7c1e-7a52-4a4e-9d2c-0d9c6f6a1b11",
                Guid.parse("0x506b4b0300d1a2b2"),
                PKey.parse("0x0005"),
                new InterfaceName("ib0.8005"),
                new InterfaceName("ib0"),
                mode,
                mtu.map(IpMtu::new),
                Stream.of(addresses).map(InterfaceAddress::parse).toList());
    }

    /** Other people's files on a host where this back-end can do all it ever can. */
    static PersistedView host(Kind kind) {
        Map<String, String> foreign = new TreeMap<>();
        foreign.put("/etc/network/interfaces", "source /etc/network/interfaces.d/*\n");
        foreign.put("/etc/network/if-up.d/000resolvconf", "#!/bin/sh\n");
        foreign.put("/run/systemd/resolve/resolv.conf", "nameserver 127.0.0.53\n");
        if (kind == Kind.NETPLAN_NETWORKD) {
            foreign.put("/run/systemd/network/10-netplan-ib0.network", "[Match]\nName=ib0\n");
        }
        return new PersistedView(Map.of(), foreign, Optional.empty());
    }

    static List<KeptFile> files(Kind kind, Profile profile) {
        return Writer.of(kind).files(profile, host(kind));
    }

    static Optional<String> refusal(Kind kind, Profile profile) {
        return Writer.of(kind).obstacle(profile, host(kind));
    }

    static List<String> all() {
        return List.of("both-families", "bare", "connected", "routed", "tuned", "named", "parent");
    }
}
