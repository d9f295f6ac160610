/** Which drivers a host has and could have, what speaks against changing them, and whether they work. Looks only. */
@NullMarked
package dev.ibportal.daemon.drivers;

import org.jspecify.annotations.NullMarked;
