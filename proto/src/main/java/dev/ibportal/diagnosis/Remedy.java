package dev.ibportal.diagnosis;

/** What the portal itself can do about a cause. */
public enum Remedy {
    /** Nothing: people have to do it. */
    BY_HAND,
    ADD_MEMBER,
    MAKE_FULL,
    REPAIR_INTERFACE,
    /** The partition's own settings. */
    CHANGE_PARTITION
}
