package dev.ibportal.daemon.drivers;

import dev.ibportal.agent.v1.DriverArtifact;
import dev.ibportal.types.InvalidValueException;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file that is to be brought to this node. What came over the wire is checked before any of it gets near a path.
 *
 * @param sha256 64 lower-case hex digits
 * @param size in bytes; empty: not known
 * @param mirrors in the order in which they are tried
 * @param rateLimit bytes each second; empty: none
 */
record Artifact(String name, String sha256, OptionalLong size, List<URI> mirrors, OptionalLong rateLimit) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+~-]{0,199}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Set<String> SCHEMES = Set.of("https", "http", "file");

    Artifact {
        mirrors = List.copyOf(mirrors);
    }

    /** @throws InvalidValueException naming what is wrong and what would be right */
    static Artifact of(DriverArtifact message) {
        require(NAME, message.getName(), "a plain file name of letters, digits and ._+~-");
        require(SHA256, message.getSha256(), "a SHA-256 of 64 lower-case hex digits");
        if (message.getMirrorsCount() == 0) {
            throw wrong("no address was given to fetch " + message.getName() + " from", message.getName());
        }
        return new Artifact(
                message.getName(),
                message.getSha256(),
                message.hasSize() ? OptionalLong.of(message.getSize()) : OptionalLong.empty(),
                message.getMirrorsList().stream().map(Artifact::mirror).toList(),
                message.hasRateLimit() && message.getRateLimit() > 0
                        ? OptionalLong.of(message.getRateLimit())
                        : OptionalLong.empty());
    }

    private static void require(Pattern pattern, String text, String right) {
        if (!pattern.matcher(text).matches()) {
            throw wrong("\"" + text + "\" is not " + right, text);
        }
    }

    private static URI mirror(String text) {
        try {
            URI address = URI.create(text);
            if (SCHEMES.contains(String.valueOf(address.getScheme())) && address.getPath() != null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw wrong("\"" + text + "\" is no address: " + e.getMessage(), text);
        }
        throw wrong("\"" + text + "\" is not an https, http or file address", text);
    }

    private static InvalidValueException wrong(String message, String text) {
        return new InvalidValueException("artifact.invalid", message, text);
    }
}
