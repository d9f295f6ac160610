package dev.ibportal.portal.session.transport;

/** Whether a peer with a good certificate may still come in: deny list, retired nodes. */
public interface PeerCheck {
    /** @throws dev.ibportal.portal.session.transport.Refusal if not */
    void admit(Peer peer);

    /**
     * Somebody was turned away who did not prove which node it is. Cheap, and never blocks.
     *
     * @param node which it is by its certificate; empty where that is not known
     * @param address where it comes from
     */
    void turnedAway(String node, String reason, String address);
}
