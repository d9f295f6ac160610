package dev.ibportal.portal.session.transport;

/** Whether a peer with a good certificate may still come in: deny list, retired nodes. */
public interface PeerCheck {
    /** @throws dev.ibportal.portal.session.transport.Refusal if not */
    void admit(Peer peer);
}
