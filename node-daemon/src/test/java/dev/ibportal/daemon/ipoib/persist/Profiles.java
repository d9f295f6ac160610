package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Profiles that golden files and real parsers are tried with. */
final class Profiles {
    private Profiles() {}

    static Profile named(String name) {
        return switch (name) {
            case "both-families" ->
                profile(IpoibMode.DATAGRAM, Optional.of(2044), "10.64.1.11/24", "fd00:77:62::5/64", "10.64.2.11/25");
            case "bare" -> profile(IpoibMode.DATAGRAM, Optional.empty());
            case "connected" -> profile(IpoibMode.CONNECTED, Optional.of(65520), "fd00:77:62::5/64");
            default -> throw new IllegalArgumentException(name);
        };
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

    static KeptFile onlyFile(Backend.Kind kind, Profile profile) {
        List<KeptFile> files = Writer.of(kind).files(profile, new PersistedView(Map.of(), Map.of(), Optional.empty()));
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    static List<String> all() {
        return List.of("both-families", "bare", "connected");
    }
}
