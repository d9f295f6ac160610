package dev.ibportal.diagnosis;

import java.util.Locale;

/** The chain from the slot to the peer. Each link needs those above it. */
public enum Link {
    /** Not of the way itself: without it nobody has looked at this end. */
    DAEMON,
    DEVICE,
    MODULE,
    LINK_LAYER,
    PHYSICAL,
    STATE,
    SUBNET_MANAGER,
    PKEY,
    MEMBERSHIP,
    INTERFACE,
    CARRIER,
    MODE,
    MTU,
    ADDRESS,
    ROUTE,
    NEIGHBOUR,
    PATH,
    FILTER,
    PEER,
    REACHABLE;

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it also fails, by itself, when an earlier one is broken. */
    boolean followsFrom(Link earlier) {
        if (compareTo(earlier) <= 0) {
            return false;
        }
        return switch (this) {
            case CARRIER, NEIGHBOUR, PATH, PEER, REACHABLE -> true;
            case MODULE, LINK_LAYER -> earlier == DEVICE;
            case PHYSICAL, STATE, SUBNET_MANAGER, PKEY -> earlier.compareTo(SUBNET_MANAGER) <= 0 && earlier != MODULE;
            case MTU -> earlier.compareTo(SUBNET_MANAGER) <= 0;
            case INTERFACE -> earlier.compareTo(LINK_LAYER) <= 0;
            case MODE, ADDRESS, ROUTE ->
                earlier.compareTo(LINK_LAYER) <= 0 || earlier == INTERFACE || earlier == CARRIER;
            case DAEMON, DEVICE, MEMBERSHIP, FILTER -> false;
        };
    }

    /** Of one end alone: what is broken at one end does not make it fail at the other. */
    boolean isOfOneEnd() {
        return compareTo(ADDRESS) <= 0 && this != MEMBERSHIP && this != MTU;
    }

    /** Whether a host is not known to be well as long as this could not be told, and no packet proves it. */
    boolean isNeeded() {
        return switch (this) {
            case DEVICE, LINK_LAYER, PHYSICAL, STATE, PKEY, INTERFACE, CARRIER, ADDRESS -> true;
            default -> false;
        };
    }
}
