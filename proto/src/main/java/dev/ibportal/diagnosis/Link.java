package dev.ibportal.diagnosis;

import java.util.Locale;

/** The chain from the slot to the peer. Each link needs those above it. */
public enum Link {
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
            case MODULE, LINK_LAYER, PHYSICAL, STATE, SUBNET_MANAGER, PKEY, MTU ->
                earlier.compareTo(SUBNET_MANAGER) <= 0;
            case INTERFACE -> earlier.compareTo(LINK_LAYER) <= 0;
            case MODE, ADDRESS, ROUTE ->
                earlier.compareTo(LINK_LAYER) <= 0 || earlier == INTERFACE || earlier == CARRIER;
            case DEVICE, MEMBERSHIP, FILTER -> false;
        };
    }
}
