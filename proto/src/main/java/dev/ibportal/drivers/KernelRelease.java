package dev.ibportal.drivers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of a kernel's release, which is all that lists of kernels compare. */
public record KernelRelease(int major, int minor) implements Comparable<KernelRelease> {
    private static final Pattern START = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");
    /** Of a text that is no release. */
    public static final KernelRelease NONE = new KernelRelease(0, 0);

    public static KernelRelease of(String release) {
        Matcher found = START.matcher(release);
        return found.matches()
                ? new KernelRelease(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)))
                : NONE;
    }

    @Override
    public int compareTo(KernelRelease other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }
}
