/** Looks after OpenSM on this host: writes its partitions, tells it, and reads back what the ports really have. */
@NullMarked
package dev.ibportal.daemon.sm;

import org.jspecify.annotations.NullMarked;
