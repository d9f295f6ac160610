/** Which drivers a host has and could have. Looks only. */
@NullMarked
package dev.ibportal.daemon.drivers;

import org.jspecify.annotations.NullMarked;
