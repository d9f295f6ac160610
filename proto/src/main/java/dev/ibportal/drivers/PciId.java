package dev.ibportal.drivers;

import dev.ibportal.types.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Vendor and device of a PCI function, 16 bits each, as {@code 15b3:1017}. */
public record PciId(int vendor, int device) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-fA-F]{4}):([0-9a-fA-F]{4})");
    private static final int HEX = 16;

    /** @throws InvalidValueException when it is not two times four hex digits with a colon between */
    public static PciId parse(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.matches()) {
            throw new InvalidValueException(
                    "pci-id.syntax",
                    "\"" + text + "\" is no PCI id: four hex digits of the vendor, a colon and four of the device, such"
                            + " as 15b3:1017",
                    text);
        }
        return new PciId(Integer.parseInt(found.group(1), HEX), Integer.parseInt(found.group(2), HEX));
    }

    @Override
    public String toString() {
        return String.format("%04x:%04x", vendor, device);
    }
}
