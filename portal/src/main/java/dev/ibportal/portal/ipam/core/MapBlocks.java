package dev.ibportal.portal.ipam.core;

import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a large network is looked at piece by piece: 256 addresses at most are shown one by one, else as many blocks. */
public final class MapBlocks {
    private static final int BITS = 8;
    private static final int MOST = 1 << BITS;

    private MapBlocks() {}

    /** Whether each address of it is shown. */
    public static boolean isSmall(IpPrefix block) {
        return block.family().bits() - block.length() <= BITS;
    }

    /** Length of the blocks that a block is shown as. Of IPv6 networks only the smallest ones with anything in them are shown. */
    public static int lengthWithin(IpPrefix block) {
        int smallest = block.family().bits() - BITS;
        return block.family() == IpFamily.IPV6 ? smallest : Math.min(smallest, block.length() + BITS);
    }

    /** All blocks of that length in an IPv4 block. */
    public static List<IpPrefix> within(IpPrefix block) {
        int length = lengthWithin(block);
        List<IpPrefix> blocks = new ArrayList<>();
        IpAddress first = block.address();
        long size = 1L << (block.family().bits() - length);
        for (int i = 0; i < Math.min(MOST, 1 << (length - block.length())); i++) {
            blocks.add(new IpPrefix(first.plus(i * size), length));
        }
        return blocks;
    }

    /** The block that shows this one as one of its own; empty for the whole network. */
    public static Optional<IpPrefix> around(IpPrefix network, IpPrefix block) {
        if (block.length() <= network.length()) {
            return Optional.empty();
        }
        IpPrefix outer = network;
        while (!isSmall(outer) && lengthWithin(outer) < block.length() && outer.family() == IpFamily.IPV4) {
            outer = holding(outer, block.address(), lengthWithin(outer));
        }
        return Optional.of(outer);
    }

    private static IpPrefix holding(IpPrefix outer, IpAddress address, int length) {
        return within(outer).stream()
                .filter(block -> block.contains(address) && block.length() == length)
                .findFirst()
                .orElseThrow();
    }
}
