/** The command line, the configuration file, and the wiring of one daemon. */
@NullMarked
package dev.ibportal.daemon.cli;

import org.jspecify.annotations.NullMarked;
