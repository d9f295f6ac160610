/**
 * A whole fabric in one process, for trying the portal without hardware: switches, hosts, a subnet manager that reads the
 * same partitions.conf as the real one, and a real daemon for each host.
 */
@NullMarked
package dev.ibportal.daemon.simulate;

import org.jspecify.annotations.NullMarked;
