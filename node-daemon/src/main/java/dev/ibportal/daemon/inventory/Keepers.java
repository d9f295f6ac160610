package dev.ibportal.daemon.inventory;

import dev.ibportal.daemon.inventory.Backend.Kind;

/**
 * The back-ends that run on a host.
 *
 * @param host who keeps an interface that no file names
 * @param networkManager whether NetworkManager runs
 * @param networkd what systemd-networkd would keep: {@link Kind#NETWORKD} or, where it is too old, our boot unit
 */
public record Keepers(Backend host, boolean networkManager, Backend networkd) {}
