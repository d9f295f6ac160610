package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.cli.DaemonConfig.ConfigException;
import dev.ibportal.daemon.cli.DaemonConfig.SubnetManager;
import dev.ibportal.daemon.sm.SmSettings;
import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.daemon.sm.UfmSignIn;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The keys of the configuration file about a subnet manager: an OpenSM on this host, or a UFM.
 *
 * @param absolute of key and value, the value if it is an absolute path
 */
record SmKeys(Path file, Path hostRoot, Function<String, Optional<String>> text, BinaryOperator<String> absolute) {
    private static final List<String> OPENSM = List.of("sm.partitions-file", "sm.pid-file", "sm.log-file");
    private static final String ADDRESS = "sm.ufm.address";
    private static final String TOKEN = "sm.ufm.token-file";
    private static final String USER = "sm.ufm.user";
    private static final String PASSWORD = "sm.ufm.password-file";
    private static final String CERTIFICATE = "sm.ufm.certificate-file";
    private static final String KEY = "sm.ufm.key-file";
    private static final String AUTHORITIES = "sm.ufm.ca-file";
    private static final List<String> OF_UFM = List.of(TOKEN, USER, PASSWORD, CERTIFICATE, KEY, AUTHORITIES);

    static final Set<String> NAMES = Set.of(
            "sm.partitions-file",
            "sm.pid-file",
            "sm.log-file",
            "sm.options-file",
            ADDRESS,
            TOKEN,
            USER,
            PASSWORD,
            CERTIFICATE,
            KEY,
            AUTHORITIES);

    Optional<SubnetManager> read() {
        List<String> openSm = set(OPENSM);
        Optional<String> address = text.apply(ADDRESS);
        if (address.isPresent()) {
            if (!openSm.isEmpty()) {
                throw wrong("one daemon looks after one subnet manager: either " + ADDRESS + " or " + openSm);
            }
            return Optional.of(new SubnetManager.Ufm(UfmSettings.usual(
                    address(address.get()), signIn(), text.apply(AUTHORITIES).map(value -> path(AUTHORITIES, value)))));
        }
        if (!set(OF_UFM).isEmpty()) {
            throw wrong(set(OF_UFM) + " say how to sign in to UFM, but " + ADDRESS + " is missing");
        }
        return openSm.isEmpty() ? Optional.empty() : Optional.of(openSm());
    }

    private SubnetManager openSm() {
        List<String> missing = new ArrayList<>(OPENSM);
        missing.removeAll(set(OPENSM));
        if (!missing.isEmpty()) {
            throw wrong("a subnet manager needs " + missing + " too");
        }
        return new SubnetManager.OpenSm(
                absolute(OPENSM.get(0)),
                absolute(OPENSM.get(1)),
                absolute(OPENSM.get(2)),
                absolute.apply("sm.options-file", text.apply("sm.options-file").orElse(SmSettings.USUAL_OPTIONS_FILE)));
    }

    private String absolute(String key) {
        return absolute.apply(key, text.apply(key).orElseThrow());
    }

    /** Only https: a secret goes over it. */
    private URI address(String value) {
        try {
            URI uri = new URI(value);
            boolean plain = "https".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null
                    && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
            if (plain) {
                return new URI("https", null, uri.getHost(), uri.getPort(), null, null, null);
            }
        } catch (URISyntaxException e) {
            throw wrong(ADDRESS + "=" + value + " is no address: " + e.getReason());
        }
        throw wrong(ADDRESS + "=" + value + " is not https://host or https://host:port");
    }

    private UfmSignIn signIn() {
        List<List<String>> ways = List.of(List.of(TOKEN), List.of(USER, PASSWORD), List.of(CERTIFICATE, KEY));
        List<List<String>> begun =
                ways.stream().filter(way -> !set(way).isEmpty()).toList();
        if (begun.size() != 1 || set(begun.get(0)).size() != begun.get(0).size()) {
            throw wrong("UFM needs one way to sign in: " + TOKEN + ", or " + USER + " with " + PASSWORD + ", or "
                    + CERTIFICATE + " with " + KEY + "; set are " + begun);
        }
        return switch (begun.get(0).get(0)) {
            case TOKEN -> new UfmSignIn.Token(path(TOKEN));
            case USER -> new UfmSignIn.Password(text.apply(USER).orElseThrow(), path(PASSWORD));
            default -> new UfmSignIn.Certificate(path(CERTIFICATE), path(KEY));
        };
    }

    private Path path(String key) {
        return path(key, text.apply(key).orElseThrow());
    }

    private Path path(String key, String value) {
        return Path.of(hostRoot + absolute.apply(key, value)).normalize();
    }

    private List<String> set(List<String> keys) {
        return keys.stream().filter(key -> text.apply(key).isPresent()).toList();
    }

    private ConfigException wrong(String problem) {
        return new ConfigException(file, problem);
    }
}
