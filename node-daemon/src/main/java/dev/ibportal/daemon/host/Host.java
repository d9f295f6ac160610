package dev.ibportal.daemon.host;

import java.time.Clock;

/** A machine: the doors to it, and its clock. */
public record Host(CommandRunner commands, SysFs sysfs, HostFiles files, HostChanges changes, Clock clock) {}
