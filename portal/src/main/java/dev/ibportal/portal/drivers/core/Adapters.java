package dev.ibportal.portal.drivers.core;

import dev.ibportal.drivers.PciId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PCI ids out of what an inventory tells of a card. */
public final class Adapters {
    /** The number in the vendor's type is the PCI device in decimal: MT4123 is 15b3:101b. */
    private static final Pattern TYPE = Pattern.compile("MT([0-9]{4,5})");

    private static final int MELLANOX = 0x15b3;
    private static final int MOST = 0xffff;

    private Adapters() {}

    /** Empty: the inventory does not tell what this card is. */
    public static Optional<PciId> of(String type, String driver) {
        Matcher found = TYPE.matcher(type);
        if (found.matches()) {
            int device = Integer.parseInt(found.group(1));
            return device > MOST ? Optional.empty() : Optional.of(new PciId(MELLANOX, device));
        }
        // These drivers serve one generation each, as the catalogue's tables of PCI ids have it.
        return switch (driver) {
            case "hfi1" -> Optional.of(new PciId(0x8086, 0x24f0));
            case "ib_qib" -> Optional.of(new PciId(0x1077, 0x7322));
            default -> Optional.empty();
        };
    }
}
