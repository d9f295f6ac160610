package dev.ibportal.daemon.enrol;

import java.io.ByteArrayOutputStream;

/**
 * The few DER elements of a certificate request. The library that could write them weighs eight megabytes, which every node
 * would carry in memory and trust as root.
 */
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int SEQUENCE = 0x30;
    private static final int CONTEXT_0 = 0xa0;
    private static final int SHORT_LENGTHS = 0x80;

    private Der() {}

    static byte[] sequence(byte[]... elements) {
        return element(SEQUENCE, elements);
    }

    static byte[] integer(int small) {
        return element(INTEGER, new byte[] {(byte) small});
    }

    /** @param content the identifier's octets without tag and length */
    static byte[] oid(byte[] content) {
        return element(OBJECT_IDENTIFIER, content);
    }

    static byte[] bitString(byte[] content) {
        return element(BIT_STRING, new byte[] {0}, content);
    }

    /** {@code attributes [0]} of PKCS#10 without any (RFC 2986, 4.1). */
    static byte[] emptyAttributes() {
        return element(CONTEXT_0);
    }

    private static byte[] element(int tag, byte[]... contents) {
        int length = 0;
        for (byte[] content : contents) {
            length += content.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length < SHORT_LENGTHS) {
            out.write(length);
        } else if (length <= 0xff) {
            out.write(SHORT_LENGTHS | 1);
            out.write(length);
        } else {
            out.write(SHORT_LENGTHS | 2);
            out.write(length >> 8);
            out.write(length);
        }
        for (byte[] content : contents) {
            out.writeBytes(content);
        }
        return out.toByteArray();
    }
}
