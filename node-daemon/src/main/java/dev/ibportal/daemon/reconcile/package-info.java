/** Brings the host to the newest node spec, whatever happened in between, and remembers what it did. */
@NullMarked
package dev.ibportal.daemon.reconcile;

import org.jspecify.annotations.NullMarked;
