/**
 * The few doors through which the daemon reaches the machine: commands, sysfs and files. Whatever stands behind them is
 * either the real Linux host or the simulated one; nothing else in the daemon can tell which.
 */
@NullMarked
package dev.ibportal.daemon.host;

import org.jspecify.annotations.NullMarked;
