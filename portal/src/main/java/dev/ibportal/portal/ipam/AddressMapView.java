package dev.ibportal.portal.ipam;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a pool, seen from above: either its addresses one by one, or smaller pieces with how full they are.
 *
 * @param prefix of the pool
 * @param block the piece
 * @param around the piece that this one is a part of; absent: it is the whole pool
 * @param blocks of an IPv6 pool only those in which there is anything, and the one with the next free address
 * @param complete whether these are all of them
 */
public record AddressMapView(
        String prefix, String block, @Nullable String around, List<Block> blocks, List<Cell> cells, boolean complete) {
    /** @param capacity what it could hand out when nothing was taken */
    public record Block(String prefix, BigInteger capacity, long used) {}

    /**
     * @param state {@code free}, {@code reserved}, {@code in-use}, {@code releasing}, {@code gateway}, {@code excluded} or
     *     {@code unusable}: no interface can have it, or no range has it
     * @param holder name of the node; else the note of the reservation
     */
    public record Cell(
            String address,
            String state,
            String holder,
            @Nullable UUID id) {}
}
