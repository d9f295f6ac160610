/** How a host becomes a node: token, key made on the host, certificate, and its renewal. */
@NullMarked
package dev.ibportal.daemon.enrol;

import org.jspecify.annotations.NullMarked;
