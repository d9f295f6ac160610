/** What the daemon remembers across restarts: files that are either whole and old, or whole and new. */
@NullMarked
package dev.ibportal.daemon.state;

import org.jspecify.annotations.NullMarked;
