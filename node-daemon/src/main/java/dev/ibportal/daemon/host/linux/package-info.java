/** The real machine. */
@NullMarked
package dev.ibportal.daemon.host.linux;

import org.jspecify.annotations.NullMarked;
