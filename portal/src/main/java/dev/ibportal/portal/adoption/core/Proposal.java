package dev.ibportal.portal.adoption.core;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A membership that says what is there already.
 *
 * @param home empty: no partition of the fabric has that key
 * @param mode own one; null: the partition's is the same
 * @param mtu own one; null: the partition's is the same
 * @param obstacles what has to be done first; empty: it can be accepted
 * @param changes what accepting it would still change on the node; empty: nothing
 */
public record Proposal(
        FoundInterface found,
        Optional<Home> home,
        @Nullable String mode,
        @Nullable Integer mtu,
        List<String> obstacles,
        List<String> changes) {
    public Proposal {
        obstacles = List.copyOf(obstacles);
        changes = List.copyOf(changes);
    }

    public static Proposal of(FoundInterface found, Optional<Home> home) {
        List<String> obstacles = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        if (home.isEmpty()) {
            obstacles.add("no partition of this fabric has PKey " + found.pkey()
                    + ": create it, choosing that PKey by hand, for the tenant that it belongs to");
        }
        home.ifPresent(of -> {
            partition(found, of, obstacles);
            addresses(found, of, obstacles, changes);
        });
        if (found.membership() == null) {
            obstacles.add("the port's table does not show " + found.pkey()
                    + ": the interface has no carrier, and whether it was a full or a limited member is not known");
        }
        kept(found, obstacles, changes);
        return new Proposal(
                found,
                home,
                home.map(of -> mode(found, of)).orElse(null),
                home.map(of -> mtu(found, of)).orElse(null),
                obstacles,
                changes);
    }

    public boolean isPossible() {
        return obstacles.isEmpty();
    }

    private static void partition(FoundInterface found, Home home, List<String> obstacles) {
        if (!home.granted()) {
            obstacles.add("the node is not granted to tenant " + home.tenantName() + ", which owns " + home.name()
                    + ": grant it first");
        }
        if (!home.ipoib()) {
            obstacles.add("partition " + home.name() + " is without IPoIB");
        }
        if (found.mode() == null || found.mtu() == null) {
            obstacles.add("mode or MTU of " + found.name() + " is not known");
        }
    }

    private static void addresses(FoundInterface found, Home home, List<String> obstacles, List<String> changes) {
        Set<IpFamily> families = new HashSet<>();
        for (InterfaceAddress address : found.addresses()) {
            if (!families.add(address.address().family())) {
                obstacles.add(
                        "more than one address of a family: an interface has one of each; remove all others than the"
                                + " one to keep");
            }
            Optional<IpPrefix> pool = home.pools().stream()
                    .filter(p -> p.contains(address.address()))
                    .findFirst();
            if (pool.isEmpty()) {
                obstacles.add(address + " is in no pool of " + home.name() + ": make the pool " + address.network());
            } else if (pool.get().length() != address.prefixLength()) {
                obstacles.add(address + " has another prefix length than its pool " + pool.get());
            }
        }
        home.pools().stream()
                .filter(pool -> !families.contains(pool.family()))
                .forEach(pool -> changes.add("it also gets an address of pool " + pool));
    }

    private static void kept(FoundInterface found, List<String> obstacles, List<String> changes) {
        if (found.kept().isEmpty()) {
            changes.add("no file keeps it over a reboot: the daemon writes one");
        }
        for (FoundInterface.Kept kept : found.kept()) {
            if (!Set.copyOf(kept.addresses()).equals(Set.copyOf(found.addresses()))) {
                obstacles.add(kept.path() + " keeps " + text(kept.addresses()) + ", but " + found.name() + " has "
                        + text(found.addresses()) + ": make them the same first");
            }
        }
    }

    private static String text(List<InterfaceAddress> addresses) {
        return addresses.isEmpty()
                ? "no address"
                : addresses.stream().map(InterfaceAddress::toString).collect(Collectors.joining(", "));
    }

    private static @Nullable String mode(FoundInterface found, Home home) {
        return home.mode().equals(found.mode()) ? null : found.mode();
    }

    private static @Nullable Integer mtu(FoundInterface found, Home home) {
        Integer mtu = found.mtu();
        return mtu == null || mtu == home.mtu() ? null : mtu;
    }
}
