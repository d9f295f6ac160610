package dev.ibportal.portal.posture.core;

/**
 * Why nothing can be said of a port's keys, by what its node says of it. Both state fields are looked at: a port that is not
 * active is not always one without a cable.
 */
public final class PortTrouble {
    private static final int NO_LID = 0xffff;

    private PortTrouble() {}

    /**
     * @param state as the node told it, such as {@code active}; {@code unknown}: it has not told
     * @param physical as {@code link_up}
     * @return empty: the port is active, or nobody knows
     */
    public static String of(String state, String physical, int lid) {
        return switch (state) {
            case "active", "active_defer", "unknown" -> "";
            case "init" -> "no subnet manager has set up this port";
            case "armed" -> "being brought up";
            case "down" -> down(physical, lid);
            default -> "its port is " + state;
        };
    }

    private static String down(String physical, int lid) {
        return switch (physical) {
            case "disabled" -> "port switched off";
            case "link_up" ->
                lid == 0 || lid == NO_LID
                        ? "virtual port not activated by the subnet manager: check its GUID"
                        : "down although there is a link";
            default -> "no link: cable or peer";
        };
    }
}
