package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process takes, as the kernel counts it. */
record ProcessCost(long residentKiB, long peakKiB, long cpuTicks) {
    private static final int UTIME = 11;
    private static final int STIME = 12;
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
