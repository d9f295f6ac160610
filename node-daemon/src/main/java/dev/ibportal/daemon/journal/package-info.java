/** What the daemon does as root, written down on the node and told to the portal. */
@NullMarked
package dev.ibportal.daemon.journal;

import org.jspecify.annotations.NullMarked;
