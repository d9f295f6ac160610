package dev.ibportal.daemon.ipoib.persist;

/** Whether a partition's addresses sit on an interface of their own. */
public enum InterfaceKind {
    /** {@code ib0.8005}, made on the port's own interface. */
    CHILD,
    /** {@code ib0} itself: the partition is the port's index 0, or the default partition. */
    PARENT
}
