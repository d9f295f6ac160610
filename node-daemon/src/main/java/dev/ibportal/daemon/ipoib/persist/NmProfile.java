package dev.ibportal.daemon.ipoib.persist;

/**
 * A profile as NetworkManager knows it.
 *
 * @param path the file that it reads
 * @param generated whether that file is made from ours by netplan, and not written by us
 */
public record NmProfile(String uuid, String path, boolean generated) {}
