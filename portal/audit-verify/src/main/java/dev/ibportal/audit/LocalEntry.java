package dev.ibportal.audit;

import static dev.ibportal.audit.ZipShape.require;
import static dev.ibportal.audit.ZipShape.unsigned;

import dev.ibportal.audit.ZipShape.CentralEntry;
import dev.ibportal.audit.ZipShape.Odd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** An entry of a ZIP as programs find it that read from the front: it has to say the same as the directory. */
final class LocalEntry {
    private static final int LOCAL = 0x04034b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int LENGTH = 30;
    private static final int NUMBERS_FOLLOW = 8;
    private static final int PIECE = 1 << 16;

    private final ZipShape zip;
    private final CentralEntry entry;

    LocalEntry(ZipShape zip, CentralEntry entry) {
        this.zip = zip;
        this.entry = entry;
    }

    /** Where the next one has to begin. */
    long end() throws IOException, Odd {
        ByteBuffer head = zip.read(entry.offset(), LENGTH);
        require(
                head.getInt(0) == LOCAL,
                "has something else than entry " + entry.name() + " at byte " + entry.offset());
        int nameLength = unsigned(head.getShort(26));
        String name = ZipShape.name(zip.read(entry.offset() + LENGTH, nameLength));
        require(name.equals(entry.name()), "has entry " + entry.name() + " that calls itself " + name);
        boolean follow = (entry.flags() & NUMBERS_FOLLOW) != 0;
        boolean same = unsigned(head.getShort(6)) == unsigned((short) entry.flags())
                && head.getShort(8) == 8
                && head.getShort(28) == 0
                && unsigned(head.getInt(14)) == (follow ? 0 : entry.crc())
                && unsigned(head.getInt(18)) == (follow ? 0 : entry.compressed())
                && unsigned(head.getInt(22)) == (follow ? 0 : entry.size());
        require(same, "has entry " + name + " of which front and directory tell different things");
        long data = entry.offset() + LENGTH + nameLength;
        unpack(data);
        return follow ? numbers(data + entry.compressed()) : data + entry.compressed();
    }

    private long numbers(long at) throws IOException, Odd {
        int count = entry.isLarge() ? 24 : 16;
        ByteBuffer numbers = zip.read(at, count);
        long compressed = entry.isLarge() ? numbers.getLong(8) : unsigned(numbers.getInt(8));
        long size = entry.isLarge() ? numbers.getLong(16) : unsigned(numbers.getInt(12));
        boolean same = numbers.getInt(0) == DESCRIPTOR
                && unsigned(numbers.getInt(4)) == entry.crc()
                && compressed == entry.compressed()
                && size == entry.size();
        require(same, "has entry " + entry.name() + " of which end and directory tell different things");
        return at + count;
    }

    /** The packed data end where the directory says, no sooner: who reads from the front goes on where they end. */
    private void unpack(long from) throws IOException, Odd {
        Inflater inflater = new Inflater(true);
        CRC32 sum = new CRC32();
        byte[] out = new byte[PIECE];
        long taken = 0;
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    int piece = (int) Math.min(PIECE, entry.compressed() - taken);
                    require(piece > 0, "has entry " + entry.name() + " that breaks off");
                    inflater.setInput(zip.read(from + taken, piece).array());
                    taken += piece;
                }
                int got = inflater.inflate(out);
                require(
                        got > 0 || !inflater.needsDictionary(),
                        "has entry " + entry.name() + " that needs another file");
                sum.update(out, 0, got);
            }
            boolean whole = taken - inflater.getRemaining() == entry.compressed()
                    && inflater.getBytesWritten() == entry.size()
                    && sum.getValue() == entry.crc();
            require(whole, "has entry " + entry.name() + " that ends elsewhere than its directory says");
        } catch (DataFormatException e) {
            throw new Odd("has entry " + entry.name() + " that cannot be unpacked: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }
}
