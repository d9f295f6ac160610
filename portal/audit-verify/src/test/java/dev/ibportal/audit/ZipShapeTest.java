package dev.ibportal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that one program reads otherwise than another is no proof of anything. */
class ZipShapeTest {
    private static final byte[] OTHER = "anything".getBytes(StandardCharsets.US_ASCII);
    private static final int END = 22;

    @TempDir
    Path directory;

    private byte[] good = new byte[0];
    private int central;

    @BeforeEach
    void export() throws IOException {
        good = Files.readAllBytes(
                new ExportedLog("olga").export(directory.resolve("good.zip"), EventFormat.CSV, 2, null));
        central = numbers(good).getInt(good.length - 6);
    }

    private static ByteBuffer numbers(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private void assertRefused(byte[] file, String... words) throws IOException {
        Path path = Files.write(directory.resolve("odd.zip"), file);
        assertThat(ZipShape.fault(path)).get().asString().contains(words);
        assertThat(ExportCheck.of(path, "", java.util.List.of()).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).isEqualTo("file"))
                .satisfies(finding -> assertThat(finding.detail()).contains(words));
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void whatThePortalWritesIsRight(EventFormat format) throws IOException {
        assertThat(ZipShape.fault(new ExportedLog("olga").export(directory.resolve("a.zip"), format, 2, null)))
                .isEmpty();
    }

    @Test
    void nothingIsInFront() throws IOException {
        assertRefused(joined("MZ".getBytes(StandardCharsets.US_ASCII), good), "directory elsewhere", "in front");
        // Another export in front: from there programs read that begin at the beginning.
        byte[] other = Files.readAllBytes(
                new ExportedLog("mallory").export(directory.resolve("b.zip"), EventFormat.CSV, 2, null));
        assertRefused(joined(other, good), "directory elsewhere");
        byte[] moved = good.clone();
        ByteBuffer numbers = numbers(moved);
        numbers.putInt(moved.length - 6, central + other.length);
        for (int row = central; row < moved.length - END; ) {
            numbers.putInt(row + 42, numbers.getInt(row + 42) + other.length);
            row += 46 + numbers.getShort(row + 28);
        }
        assertRefused(joined(other, moved), "first entry at byte " + other.length, "in front");
    }

    @Test
    void nothingIsBehindOrMissing() throws IOException {
        assertRefused(joined(good, OTHER), "put behind it");
        assertRefused(Arrays.copyOf(good, good.length - 1), "incomplete");
        assertRefused(new byte[0], "incomplete");
        byte[] comment = joined(good, OTHER);
        numbers(comment).putShort(good.length - 2, (short) OTHER.length);
        assertRefused(comment, "put behind it");
    }

    @Test
    void nothingIsBetween() throws IOException {
        byte[] gap = joined(Arrays.copyOf(good, central), OTHER, Arrays.copyOfRange(good, central, good.length));
        numbers(gap).putInt(gap.length - 6, central + OTHER.length);
        assertRefused(gap, "bytes " + central + " to " + (central + OTHER.length), "between its last entry");

        byte[] behind = joined(
                Arrays.copyOf(good, good.length - END),
                OTHER,
                Arrays.copyOfRange(good, good.length - END, good.length));
        assertRefused(behind, "directory elsewhere");

        byte[] fewer = good.clone();
        numbers(fewer).putShort(good.length - 14, (short) 3).putShort(good.length - 12, (short) 3);
        assertRefused(fewer, "between its last entry");

        byte[] moved = good.clone();
        int second = central + 46 + numbers(good).getShort(central + 28);
        numbers(moved).putInt(second + 42, numbers(good).getInt(second + 42) + 1);
        assertRefused(moved, "are of no entry");
    }

    @Test
    void frontAndDirectorySayTheSame() throws IOException {
        byte[] name = good.clone();
        name[30] = 'x';
        assertRefused(name, "calls itself xvents.csv");

        byte[] size = good.clone();
        numbers(size).putInt(central + 24, 5);
        assertRefused(size, "ends elsewhere than its directory says");

        byte[] link = good.clone();
        numbers(link).putInt(central + 38, 0xa1ff0000);
        assertRefused(link, "special file");

        byte[] stored = good.clone();
        numbers(stored).putShort(central + 10, (short) 0);
        assertRefused(stored, "packed in another way");

        byte[] packed = good.clone();
        packed[30 + "events.csv".length() + 3] ^= 0x55;
        Path path = Files.write(directory.resolve("packed.zip"), packed);
        assertThat(ZipShape.fault(path)).isPresent();
    }

    /** Who reads from the front goes on where the packed data end. */
    @Test
    void packedDataHideNothingBehindTheirEnd() throws IOException {
        int packed = numbers(good).getInt(central + 20);
        int at = 30 + "events.csv".length() + packed;
        byte[] hidden = joined(Arrays.copyOf(good, at), OTHER, Arrays.copyOfRange(good, at, good.length));
        int rows = central + OTHER.length;
        ByteBuffer numbers = numbers(hidden);
        numbers.putInt(hidden.length - 6, rows);
        numbers.putInt(rows + 20, packed + OTHER.length);
        numbers.putInt(at + OTHER.length + 8, packed + OTHER.length);
        for (int row = rows + 46 + "events.csv".length(); row < hidden.length - END; ) {
            numbers.putInt(row + 42, numbers.getInt(row + 42) + OTHER.length);
            row += 46 + numbers.getShort(row + 28);
        }
        assertRefused(hidden, "entry events.csv that ends elsewhere");
    }

    @Test
    void largeFilesHaveTwoEndsThatTellTheSame() throws IOException {
        ByteBuffer ends = ByteBuffer.allocate(76).order(ByteOrder.LITTLE_ENDIAN);
        int at = good.length - END;
        ends.putInt(0x06064b50)
                .putLong(44)
                .putInt(0x002d002d)
                .putLong(0)
                .putLong(4)
                .putLong(4);
        ends.putLong(at - central).putLong(central);
        ends.putInt(0x07064b50).putInt(0).putLong(at).putInt(1);
        byte[] large = joined(Arrays.copyOf(good, at), ends.array(), Arrays.copyOfRange(good, at, good.length));
        numbers(large).putInt(large.length - 6, -1);
        assertThat(ZipShape.fault(Files.write(directory.resolve("large.zip"), large)))
                .isEmpty();

        byte[] other = large.clone();
        numbers(other).putInt(other.length - 10, at - central - 1);
        assertRefused(other, "two ends that tell different things");
        byte[] elsewhere = large.clone();
        numbers(elsewhere).putLong(at + 56 + 8, at - 1L);
        assertRefused(elsewhere, "has it elsewhere");
        assertRefused(joined("MZ".getBytes(StandardCharsets.US_ASCII), large), "has it elsewhere");
    }
}
