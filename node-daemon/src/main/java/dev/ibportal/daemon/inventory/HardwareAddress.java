package dev.ibportal.daemon.inventory;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The 20 bytes of an IPoIB address (RFC 4391, 9.1.1): flags, QP number, GID. All but the last 8 bytes, the port GUID,
 * change over the life of a port.
 *
 * @param hex forty lower-case digits
 */
public record HardwareAddress(String hex) {
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){19}");
    private static final int CONNECTED_FLAG = 0x80;

    public static Optional<HardwareAddress> parse(String text) {
        return TEXT.matcher(text).matches()
                ? Optional.of(new HardwareAddress(text.replace(":", "")))
                : Optional.empty();
    }

    /** Whether the kernel would take connected mode; enhanced IPoIB cannot. */
    public boolean connectedPossible() {
        return (Integer.parseInt(hex.substring(0, 2), 16) & CONNECTED_FLAG) != 0;
    }

    public Optional<Guid> portGuid() {
        try {
            return Optional.of(Guid.parse(hex.substring(24)));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** Partition of a broadcast address: bytes 8 and 9 of the group's GID. */
    Optional<PKey> broadcastPkey() {
        try {
            return Optional.of(PKey.of(Integer.parseInt(hex.substring(16, 20), 16)));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
