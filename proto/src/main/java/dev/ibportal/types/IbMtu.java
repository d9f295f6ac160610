package dev.ibportal.types;

import java.util.Arrays;

/**
 * Payload size of an InfiniBand link or broadcast group in bytes. Not an IP MTU: see {@link IpMtu}. The code is the
 * specification's (table 224, MTUCap), which partitions.conf takes in {@code mtu=}.
 */
public enum IbMtu {
    MTU_256(256, 1),
    MTU_512(512, 2),
    MTU_1024(1024, 3),
    MTU_2048(2048, 4),
    MTU_4096(4096, 5);

    private final int bytes;
    private final int code;

    IbMtu(int bytes, int code) {
        this.bytes = bytes;
        this.code = code;
    }

    /** @throws InvalidValueException unless it is one of the five sizes */
    public static IbMtu ofBytes(int bytes) {
        return Arrays.stream(values())
                .filter(mtu -> mtu.bytes == bytes)
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "ib-mtu.unknown",
                        "InfiniBand MTU " + bytes + " does not exist: 256, 512, 1024, 2048 or 4096 bytes",
                        Integer.toString(bytes)));
    }

    /** @throws InvalidValueException unless it is 1 to 5 */
    public static IbMtu ofCode(int code) {
        return Arrays.stream(values())
                .filter(mtu -> mtu.code == code)
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "ib-mtu.unknown",
                        "InfiniBand MTU code " + code + " does not exist: 1 (256 bytes) to 5 (4096 bytes)",
                        Integer.toString(code)));
    }

    public int bytes() {
        return bytes;
    }

    public int code() {
        return code;
    }

    @Override
    public String toString() {
        return Integer.toString(bytes);
    }
}
