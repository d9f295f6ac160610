package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process takes, as the kernel counts it. */
record ProcessCost(long residentKiB, long peakKiB, long cpuTicks) {
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int TIMES = 4;
    private static final double TICKS_PER_SECOND = 100;

    static ProcessCost of(long pid) {
        Path process = Path.of("/proc", String.valueOf(pid));
        try {
            String stat = Files.readString(process.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new ProcessCost(
                    kib(process, "VmRSS:"),
                    kib(process, "VmHWM:"),
                    Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * CPU seconds of a process and of those of its children that have ended, for a server whose processes come and go;
     * none for one that is gone.
     */
    static double cpuSecondsWithEnded(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int field = UTIME; field < UTIME + TIMES; field++) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    private static long kib(Path process, String key) throws IOException {
        return Files.readAllLines(process.resolve("status")).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    double residentMiB() {
        return residentKiB / 1024.0;
    }

    double residentMillionBytes() {
        return residentKiB * 1024 / 1e6;
    }

    double peakMiB() {
        return peakKiB / 1024.0;
    }

    double cpuSeconds() {
        return cpuTicks / TICKS_PER_SECOND;
    }

    double cpuSecondsSince(ProcessCost before) {
        return (cpuTicks - before.cpuTicks) / TICKS_PER_SECOND;
    }
}
