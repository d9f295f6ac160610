package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;

/** A file of ours as it should be. */
public record KeptFile(String path, String content, FileMode mode) {}
