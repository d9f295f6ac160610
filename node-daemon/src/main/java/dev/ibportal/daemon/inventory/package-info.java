/** What there is on this machine: adapters, ports, interfaces, modules, and who keeps its network configuration. */
@NullMarked
package dev.ibportal.daemon.inventory;

import org.jspecify.annotations.NullMarked;
