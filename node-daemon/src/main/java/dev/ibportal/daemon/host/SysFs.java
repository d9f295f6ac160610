package dev.ibportal.daemon.host;

import java.util.List;

/** The kernel's view, read only. Paths are relative to the mount point: {@code class/net/ib0/mtu}. */
public interface SysFs {
    /** The attribute's text without its final line feed. */
    Reading<String> read(String path);

    /** Names in a directory, sorted. */
    Reading<List<String>> list(String path);

    /** Path, relative to the mount point, of what this path leads to when every link is followed. */
    Reading<String> resolve(String path);

    boolean exists(String path);
}
