/** Files that make an interface survive a reboot, one writer for each back-end. */
@NullMarked
package dev.ibportal.daemon.ipoib.persist;

import org.jspecify.annotations.NullMarked;
