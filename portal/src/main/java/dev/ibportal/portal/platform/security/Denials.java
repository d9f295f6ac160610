package dev.ibportal.portal.platform.security;

/** Told of each attempt that was refused because of who made it. */
public interface Denials {
    /**
     * @param action stable code, {@code <object>.<verb>}
     * @param objectId what it was tried on, as far as that is known
     */
    void denied(String action, String objectKind, String objectId, String reason);

    /** The same for somebody who did not prove who they are; called outside of the request. */
    void denied(Attempt attempt);
}
