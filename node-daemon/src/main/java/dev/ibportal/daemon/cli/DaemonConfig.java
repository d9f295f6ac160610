package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.PortalAddress;
import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file.
 *
 * @param commandEnvironment names of variables that commands get
 * @param subnetManager OpenSM on this host, or the UFM that this host speaks to; empty: neither
 * @param deadMan how long the portal may be out of reach after a change of the way to it, before that is taken back
 */
record DaemonConfig(
        PortalAddress portal,
        Path stateDir,
        Path hostRoot,
        Path sysfsRoot,
        String commandPath,
        List<String> commandEnvironment,
        Optional<SubnetManager> subnetManager,
        Duration resync,
        Duration reconnectSpread,
        Duration deadMan,
        Level logLevel) {
    static final Path USUAL_FILE = Path.of("/etc/ibnoded/ibnoded.properties");

    private static final Set<String> OWN_KEYS = Set.of(
            "portal.address",
            "portal.reconnect-spread",
            "portal.dead-man",
            "state.dir",
            "host.root",
            "sysfs.root",
            "command.path",
            "command.env",
            "resync.interval",
            "log.level");
    private static final Set<String> KEYS =
            Stream.concat(OWN_KEYS.stream(), SmKeys.NAMES.stream()).collect(Collectors.toUnmodifiableSet());
    /** Stands where none was named and none is spoken to. */
    private static final String NO_PORTAL = "localhost:9443";

    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,6})(ms|s|m|h)");

    /** The subnet manager that this host looks after. */
    sealed interface SubnetManager {
        record OpenSm(String partitionsFile, String pidFile, String logFile, String optionsFile)
                implements SubnetManager {}

        record Ufm(UfmSettings settings) implements SubnetManager {}
    }

    /** What is wrong with the file, with its name. */
    static final class ConfigException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ConfigException(Path file, String problem) {
            super(file + ": " + problem);
        }
    }

    static DaemonConfig load(Path file) {
        Properties properties = new Properties();
        read(file, properties);
        return new Values(file, properties).config();
    }

    /** For a command that only looks at the host: it works before the host was ever joined to a portal. */
    static DaemonConfig forLooking(@Nullable Path chosen) {
        Path file = chosen == null ? USUAL_FILE : chosen;
        Properties properties = new Properties();
        if (chosen != null || Files.isReadable(file)) {
            read(file, properties);
        }
        properties.putIfAbsent("portal.address", NO_PORTAL);
        return new Values(file, properties).config();
    }

    private static void read(Path file, Properties properties) {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException(file, "cannot be read: " + reason(e));
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file; the package brings an example, and --config names another place";
        } else if (failure instanceof AccessDeniedException) {
            return "permission denied; ibnoded runs as root";
        } else if (failure instanceof CharacterCodingException) {
            return "it is not text in UTF-8";
        }
        return String.valueOf(failure.getMessage());
    }

    private record Values(Path file, Properties properties) {
        DaemonConfig config() {
            Set<String> unknown = new TreeSet<>(properties.stringPropertyNames());
            unknown.removeAll(KEYS);
            if (!unknown.isEmpty()) {
                throw new ConfigException(file, "unknown keys " + unknown + "; known are " + new TreeSet<>(KEYS));
            }
            Path hostRoot = path("host.root", "/");
            return new DaemonConfig(
                    portal(),
                    path("state.dir", "/var/lib/ibnoded"),
                    hostRoot,
                    path("sysfs.root", "/sys"),
                    text("command.path").orElse("/usr/sbin:/usr/bin:/sbin:/bin"),
                    List.of(text("command.env").orElse("").split("[,\\s]+")),
                    new SmKeys(file, hostRoot, this::text, this::absolute).read(),
                    duration("resync.interval", Duration.ofSeconds(60)),
                    duration("portal.reconnect-spread", Duration.ofSeconds(10)),
                    duration("portal.dead-man", Duration.ofSeconds(30)),
                    level());
        }

        private Optional<String> text(String key) {
            return Optional.ofNullable(properties.getProperty(key))
                    .map(String::strip)
                    .filter(value -> !value.isEmpty());
        }

        private PortalAddress portal() {
            String address = text("portal.address")
                    .orElseThrow(() -> new ConfigException(
                            file,
                            "portal.address is missing, for example" + " portal.address=portal.example.org:9443"));
            try {
                return PortalAddress.parse(address);
            } catch (InvalidValueException e) {
                throw new ConfigException(file, String.valueOf(e.getMessage()));
            }
        }

        private Path path(String key, String usual) {
            return Path.of(absolute(key, text(key).orElse(usual)));
        }

        private String absolute(String key, String value) {
            if (!value.startsWith("/")) {
                throw new ConfigException(file, key + "=" + value + " is not an absolute path");
            }
            return value;
        }

        private Duration duration(String key, Duration usual) {
            return text(key).map(value -> parse(key, value)).orElse(usual);
        }

        private Duration parse(String key, String value) {
            Matcher matcher = SECONDS.matcher(value);
            try {
                if (!matcher.matches()) {
                    return positive(key, value, Duration.parse(value));
                }
                long amount = Long.parseLong(matcher.group(1));
                return positive(
                        key,
                        value,
                        switch (matcher.group(2)) {
                            case "ms" -> Duration.ofMillis(amount);
                            case "s" -> Duration.ofSeconds(amount);
                            case "m" -> Duration.ofMinutes(amount);
                            default -> Duration.ofHours(amount);
                        });
            } catch (DateTimeParseException e) {
                throw new ConfigException(file, key + "=" + value + " is not a duration, for example 30s, 5m or PT30S");
            }
        }

        private Duration positive(String key, String value, Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new ConfigException(file, key + "=" + value + " is not longer than nothing");
            }
            return duration;
        }

        private Level level() {
            String value = text("log.level").orElse("info").toLowerCase(Locale.ROOT);
            return switch (value) {
                case "error" -> Level.SEVERE;
                case "warn" -> Level.WARNING;
                case "info" -> Level.INFO;
                case "debug" -> Level.FINE;
                default -> throw new ConfigException(file, "log.level=" + value + " is not error, warn, info or debug");
            };
        }
    }
}
