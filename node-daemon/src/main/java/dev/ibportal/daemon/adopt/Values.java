package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Values as people write them into files. What makes no sense is left open, never guessed. */
final class Values {
    private static final Pattern IPOIB_NAME = Pattern.compile("ib[a-z0-9_]*(\\..*)?");
    private static final int IPV4_BITS = 32;

    private Values() {}

    /** Names that the kernel and distributions give to IPoIB interfaces. */
    static boolean isIpoibName(String name) {
        return IPOIB_NAME.matcher(name).matches();
    }

    /** A number in one of C's notations, as a kernel or shell would take it. */
    static Optional<PKey> pkey(String text) {
        try {
            return Optional.of(PKey.parseAny(String.format("0x%04x", Integer.decode(text))));
        } catch (NumberFormatException | InvalidValueException e) {
            return Optional.empty();
        }
    }

    static Optional<PKey> hexPkey(String digits) {
        return pkey("0x" + digits);
    }

    static Optional<Integer> number(String text) {
        return text.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    static Optional<IpoibMode> mode(String text) {
        return parsed(text.toLowerCase(Locale.ROOT), IpoibMode::parse);
    }

    static Optional<InterfaceAddress> address(String text) {
        return parsed(text, InterfaceAddress::parse);
    }

    /** An address without its length, and a length or a mask beside it. */
    static Optional<InterfaceAddress> address(String address, String lengthOrMask) {
        if (address.contains("/")) {
            return address(address);
        }
        if (lengthOrMask.contains(".")) {
            return parsed(lengthOrMask, IpAddress::parse).flatMap(mask -> address(address + "/" + length(mask)));
        }
        return lengthOrMask.isEmpty() ? Optional.empty() : address(address + "/" + lengthOrMask);
    }

    private static int length(IpAddress mask) {
        return mask.family() == IpFamily.IPV4 ? Long.bitCount(mask.low()) : IPV4_BITS;
    }

    private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
