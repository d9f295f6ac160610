package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import dev.ibportal.types.NodeIdentity.Role;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;

/** One live stream of one daemon. */
public final class NodeSession {
    private final Peer peer;
    private final Hello hello;
    private final Mailbox mailbox;
    private volatile Instant lastSign;

    NodeSession(Peer peer, Hello hello, Mailbox mailbox, Instant now) {
        this.peer = peer;
        this.hello = hello;
        this.mailbox = mailbox;
        this.lastSign = now;
    }

    public UUID nodeId() {
        return peer.nodeId();
    }

    public boolean isSubnetManager() {
        return peer.identity().has(Role.SUBNET_MANAGER);
    }

    /** Whether the daemon said that it can do this. */
    public boolean can(String capability) {
        return hello.getCapabilitiesList().contains(capability);
    }

    /** Generation of the spec on the node's disk when it connected. */
    public OptionalLong knownSpec() {
        return hello.hasSpecGeneration() ? OptionalLong.of(hello.getSpecGeneration()) : OptionalLong.empty();
    }

    /** Generation of the document on the subnet manager's disk when it connected. */
    public OptionalLong knownDocument() {
        return hello.hasSmGeneration() ? OptionalLong.of(hello.getSmGeneration()) : OptionalLong.empty();
    }

    /** Whether it is on its way; false when the stream is over. */
    public boolean send(SessionResponse message) {
        return mailbox.offer(message);
    }

    Peer peer() {
        return peer;
    }

    Hello hello() {
        return hello;
    }

    void sign(Instant at) {
        lastSign = at;
    }

    Instant lastSign() {
        return lastSign;
    }

    void goodbye(GoodbyeReason reason, String detail) {
        mailbox.close(Goodbye.newBuilder().setReason(reason).setDetail(detail).build());
    }

    void fail(Refusal refusal) {
        mailbox.fail(refusal);
    }

    @Override
    public String toString() {
        return "session of node " + nodeId() + " from " + peer.address();
    }
}
