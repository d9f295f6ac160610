/** The root daemon of a node, wired by hand in Main. */
@NullMarked
package dev.ibportal.daemon;

import org.jspecify.annotations.NullMarked;
