package dev.ibportal.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a ZIP reads the same for everybody. Some programs go by the directory at its end, some from the front; what lies
 * before, between or behind the entries is shown by the one and not by the other. So the first entry begins at byte 0, each
 * begins where the one before it ends, the directory follows the last one, and nothing follows the directory's end.
 */
final class ZipShape {
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int END_LENGTH = 22;
    private static final int END_64_LENGTH = 56;
    private static final int LOCATOR_LENGTH = 20;
    private static final int CENTRAL_LENGTH = 46;
    private static final int EXTRA_64 = 1;
    private static final long MOST_32 = 0xffffffffL;
    private static final int MOST_16 = 0xffff;

    private final FileChannel file;
    private final long length;

    private ZipShape(FileChannel file) throws IOException {
        this.file = file;
        this.length = file.size();
    }

    /** Says what is wrong, and where. */
    static final class Odd extends Exception {
        private static final long serialVersionUID = 1;

        Odd(String what) {
            super(what);
        }
    }

    /** What is wrong with the file; empty when it can be read in one way only. */
    static Optional<String> fault(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            new ZipShape(file).check();
            return Optional.empty();
        } catch (Odd odd) {
            return Optional.of(String.valueOf(odd.getMessage()));
        }
    }

    private record Directory(long begin, long end, long entries) {}

    private void check() throws IOException, Odd {
        Directory directory = directory();
        long next = 0;
        long row = directory.begin;
        for (long i = 0; i < directory.entries; i++) {
            CentralEntry entry = central(row, directory.end);
            if (entry.offset() != next) {
                throw new Odd(
                        next == 0
                                ? "has its first entry at byte " + entry.offset()
                                        + " and not at 0: something was put in front of it"
                                : "has bytes " + next + " to " + entry.offset()
                                        + " that are of no entry, or entries in another order than in its directory");
            }
            next = new LocalEntry(this, entry).end();
            row += entry.length();
        }
        require(
                next == directory.begin,
                "has bytes " + next + " to " + directory.begin + " between its last entry and its directory");
        require(row == directory.end, "has a directory with other rows than its end counts");
    }

    private Directory directory() throws IOException, Odd {
        require(length >= END_LENGTH, "is incomplete: it breaks off before its end");
        ByteBuffer end = read(length - END_LENGTH, END_LENGTH);
        require(
                end.getInt(0) == END,
                "is incomplete: it breaks off before its end, or something was put behind it: its last bytes are no end"
                        + " of a ZIP");
        require(end.getShort(20) == 0, "has an end that speaks of a comment, and none follows");
        require(end.getInt(4) == 0, "says that it is one part of several files");
        long entries = unsigned(end.getShort(10));
        long size = unsigned(end.getInt(12));
        long begin = unsigned(end.getInt(16));
        require(end.getShort(8) == end.getShort(10), "has an end that counts its entries in two ways");
        if (entries == MOST_16 || size == MOST_32 || begin == MOST_32) {
            return large(entries, size, begin);
        }
        return directory(begin, size, length - END_LENGTH, entries);
    }

    /** More than 4 GiB: the numbers are in a second end before the first. What both tell has to be the same. */
    private Directory large(long entries, long size, long begin) throws IOException, Odd {
        long at = length - END_LENGTH - LOCATOR_LENGTH - END_64_LENGTH;
        require(at >= 0, "lacks the end that large ZIPs have");
        ByteBuffer end = read(at, END_64_LENGTH);
        ByteBuffer locator = read(at + END_64_LENGTH, LOCATOR_LENGTH);
        boolean found = end.getInt(0) == END_64
                && end.getLong(4) == END_64_LENGTH - 12
                && end.getLong(16) == 0
                && end.getLong(24) == end.getLong(32)
                && locator.getInt(0) == LOCATOR_64
                && locator.getInt(4) == 0
                && locator.getLong(8) == at
                && locator.getInt(16) == 1;
        require(found, "lacks the end that large ZIPs have, or has it elsewhere");
        boolean same = (entries == MOST_16 || entries == end.getLong(32))
                && (size == MOST_32 || size == end.getLong(40))
                && (begin == MOST_32 || begin == end.getLong(48));
        require(same, "has two ends that tell different things");
        return directory(end.getLong(48), end.getLong(40), at, end.getLong(32));
    }

    private static Directory directory(long begin, long size, long end, long entries) throws Odd {
        require(
                begin >= 0 && size >= 0 && begin <= end && end - begin == size,
                "has its directory elsewhere than its end says: something was put in front of it, or between them");
        return new Directory(begin, end, entries);
    }

    /** A row of the directory. {@code length} is its own, the others are the entry's. */
    record CentralEntry(String name, int flags, long crc, long compressed, long size, long offset, long length) {
        boolean isLarge() {
            return compressed > MOST_32 || size > MOST_32;
        }
    }

    private CentralEntry central(long at, long end) throws IOException, Odd {
        require(at + CENTRAL_LENGTH <= end, "has a directory with fewer rows than its end counts");
        ByteBuffer row = read(at, CENTRAL_LENGTH);
        require(row.getInt(0) == CENTRAL, "has something else in its directory at byte " + at);
        int nameLength = unsigned(row.getShort(28));
        int extraLength = unsigned(row.getShort(30));
        long whole = (long) CENTRAL_LENGTH + nameLength + extraLength;
        require(at + whole <= end, "has a directory that breaks off");
        String name = name(read(at + CENTRAL_LENGTH, nameLength));
        require(
                row.getShort(10) == 8 && (row.getShort(8) & ~0x0808) == 0,
                "has entry " + name + " packed in another way than exports are");
        // A comment, another part, a kind of file: nothing of that is in an export, and it changes what some programs
        // make of it.
        require(
                row.getShort(32) == 0 && row.getShort(34) == 0 && row.getInt(38) == 0,
                "has entry " + name + " with a comment, of another part, or as a special file");
        long[] numbers = {unsigned(row.getInt(24)), unsigned(row.getInt(20)), unsigned(row.getInt(42))};
        large(name, numbers, read(at + CENTRAL_LENGTH + nameLength, extraLength));
        return new CentralEntry(
                name, row.getShort(8), unsigned(row.getInt(16)), numbers[1], numbers[0], numbers[2], whole);
    }

    /** Numbers that have no room in a row stand behind it, in this order; nothing else may, such as a second name. */
    private static void large(String name, long[] numbers, ByteBuffer extra) throws Odd {
        long wanted = Arrays.stream(numbers).filter(n -> n == MOST_32).count();
        long length = wanted == 0 ? 0 : 4 + wanted * Long.BYTES;
        boolean fits = extra.limit() == length
                && (wanted == 0 || (extra.getShort() == EXTRA_64 && unsigned(extra.getShort()) == wanted * Long.BYTES));
        require(fits, "has entry " + name + " with something else than its numbers beside it");
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = numbers[i] == MOST_32 ? extra.getLong() : numbers[i];
            require(numbers[i] >= 0, "has entry " + name + " with a number below 0");
        }
    }

    static String name(ByteBuffer bytes) {
        return java.nio.charset.StandardCharsets.UTF_8.decode(bytes).toString();
    }

    ByteBuffer read(long at, int count) throws IOException, Odd {
        require(at >= 0 && at + count <= length, "is incomplete: it breaks off before its end");
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && file.read(bytes, at + bytes.position()) >= 0) {
            // the rest of it
        }
        require(!bytes.hasRemaining(), "became shorter while it was read");
        return bytes.flip();
    }

    static void require(boolean right, String otherwise) throws Odd {
        if (!right) {
            throw new Odd(otherwise);
        }
    }

    static long unsigned(int value) {
        return Integer.toUnsignedLong(value);
    }

    static int unsigned(short value) {
        return Short.toUnsignedInt(value);
    }
}
