/** A machine in memory that answers like a real one, for trying everything without hardware. */
@NullMarked
package dev.ibportal.daemon.host.simulated;

import org.jspecify.annotations.NullMarked;
