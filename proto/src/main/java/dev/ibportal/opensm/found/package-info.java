/**
 * Reads a partitions.conf that somebody else has written, line by line, for what OpenSM 3.3.23 makes of it. Nothing here
 * is strict: what is odd is taken as OpenSM takes it, and the doubt is told with the line.
 */
@NullMarked
package dev.ibportal.opensm.found;

import org.jspecify.annotations.NullMarked;
