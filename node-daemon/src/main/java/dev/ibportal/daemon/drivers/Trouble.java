package dev.ibportal.daemon.drivers;

/**
 * What speaks against work on drivers, or went wrong with it.
 *
 * @param code stable, for programs
 * @param text what is so, with the facts, ending without a full stop
 * @param remedy what to do
 * @param canOverride whether an operator may pass over it
 */
record Trouble(String code, String text, String remedy, boolean canOverride) {
    /** Nobody may pass over this one: the node would lose what it works with. */
    static Trouble firm(String code, String text, String remedy) {
        return new Trouble(code, text, remedy, false);
    }

    static Trouble passable(String code, String text, String remedy) {
        return new Trouble(code, text, remedy, true);
    }
}
