package dev.ibportal.diagnosis;

/** What the portal itself can do about a cause. */
public enum Remedy {
    /** Nothing: people have to do it. */
    BY_HAND,
    ADD_MEMBER,
    MAKE_FULL,
    REPAIR_INTERFACE,
    GIVE_ADDRESSES,
    /** Mode and MTU, which members may have of their own. */
    CHANGE_MEMBERS,
    /** The partition's own settings. */
    CHANGE_PARTITION
}
