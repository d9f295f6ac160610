package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Name servers and search domains that come with an interface.
 *
 * @param servers in order of preference
 * @param search host names without a final dot
 */
public record NameService(List<IpAddress> servers, List<String> search) {
    public static final NameService NONE = new NameService(List.of(), List.of());

    private static final int LONGEST = 253;
    private static final Pattern DOMAIN = Pattern.compile(
            "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*", Pattern.CASE_INSENSITIVE);

    /** @throws InvalidValueException if a search domain is none */
    public NameService {
        servers = List.copyOf(servers);
        search = List.copyOf(search);
        search.stream()
                .filter(domain ->
                        domain.length() > LONGEST || !DOMAIN.matcher(domain).matches())
                .findFirst()
                .ifPresent(domain -> {
                    throw new InvalidValueException(
                            "dns.search", "a search domain is a name like cluster.example", domain);
                });
    }

    public boolean isNone() {
        return servers.isEmpty() && search.isEmpty();
    }

    List<IpAddress> servers(IpFamily family) {
        return servers.stream().filter(server -> server.family() == family).toList();
    }
}
