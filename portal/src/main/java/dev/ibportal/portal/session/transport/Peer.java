package dev.ibportal.portal.session.transport;

import dev.ibportal.types.NodeIdentity;
import io.grpc.Context;
import java.util.UUID;

/**
 * Who is at the other end, as the client certificate proves.
 *
 * @param identity node and roles
 * @param serial serial number of the certificate, lower-case hex
 * @param address where the connection comes from
 */
public record Peer(NodeIdentity identity, String serial, String address) {
    static final Context.Key<Peer> KEY = Context.key("peer");
    static final Context.Key<String> ADDRESS = Context.key("peer-address");

    /** Where the call that is being handled comes from, also where nobody knows who it is. */
    public static String currentAddress() {
        Peer peer = KEY.get();
        String address = ADDRESS.get();
        return peer != null ? peer.address() : address == null ? "" : address;
    }

    /** The peer of the call that is being handled. */
    public static Peer current() {
        Peer peer = KEY.get();
        if (peer == null) {
            throw new IllegalStateException("this call is open to peers without a certificate");
        }
        return peer;
    }

    public UUID nodeId() {
        return identity.nodeId();
    }
}
