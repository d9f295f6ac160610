package dev.ibportal.daemon.diagnose;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kernel's debug files of an interface: blocks that begin with a GID. */
final class McgFile {
    private static final Pattern COMPLETE = Pattern.compile("complete:\\s+(yes|no)");

    private McgFile() {}

    /** Of the block whose GID ends with this port GUID. */
    static Optional<String> ofPort(String text, String low) {
        return Arrays.stream(text.split("(?=GID: )"))
                .filter(block -> block.lines().findFirst().orElse("").strip().endsWith(":" + low))
                .map(COMPLETE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    /** Of the block with this GID. */
    static Optional<String> complete(String text, String gid) {
        return Arrays.stream(text.split("(?=GID: )"))
                .filter(block -> block.startsWith("GID: " + gid))
                .map(COMPLETE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }
}
