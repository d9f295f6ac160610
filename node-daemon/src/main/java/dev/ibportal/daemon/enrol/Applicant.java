package dev.ibportal.daemon.enrol;

/** What a host says of itself when it asks to become a node. */
public record Applicant(String machineId, String hostName, String daemonVersion) {}
