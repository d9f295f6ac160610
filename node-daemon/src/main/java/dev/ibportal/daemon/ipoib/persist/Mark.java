package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first line of a file of ours. It tells, without any memory, what the file is for. */
public record Mark(String interfaceId, Guid port, PKey pkey) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final Pattern LINE = Pattern.compile(
            "# ibportal: made by ibnoded, changes are lost: interface ([A-Za-z0-9-]{1,64}) port (0x[0-9a-f]{16})"
                    + " pkey (0x[0-9a-f]{4})");
    // Zero and all ones are no GUIDs.
    private static final Pattern SHARED =
            Pattern.compile("# ibportal: made by ibnoded, changes are lost: shared by the interfaces of port"
                    + " (0x(?!0{16}|f{16})[0-9a-f]{16})");

    /** @throws InvalidValueException unless the id can stand in a comment of any file */
    public static void requireId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new InvalidValueException(
                    "interface-id.syntax", "interface id is not 1 to 64 letters, digits and '-'", id);
        }
    }

    public static Optional<Mark> of(String content) {
        Matcher line = LINE.matcher(content.lines().findFirst().orElse(""));
        if (!line.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Mark(line.group(1), Guid.parse(line.group(2)), PKey.parseAny(line.group(3))));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** Whether a file with that mark is for this interface: by its id, or by what it is for. */
    public boolean isFor(Mark other) {
        return other.interfaceId.equals(interfaceId) || (other.port.equals(port) && other.pkey.equals(pkey));
    }

    /** The port whose interfaces share the file; empty if it is not of that kind. */
    static Optional<Guid> sharedBy(String content) {
        Matcher line = SHARED.matcher(content.lines().findFirst().orElse(""));
        return line.matches() ? Optional.of(Guid.parse(line.group(1))) : Optional.empty();
    }

    static boolean isOurs(String content) {
        return of(content).isPresent() || sharedBy(content).isPresent();
    }

    static String sharedLine(Guid port) {
        return "# ibportal: made by ibnoded, changes are lost: shared by the interfaces of port " + port + "\n";
    }

    String line() {
        return "# ibportal: made by ibnoded, changes are lost: interface " + interfaceId + " port " + port + " pkey "
                + pkey + "\n";
    }
}
