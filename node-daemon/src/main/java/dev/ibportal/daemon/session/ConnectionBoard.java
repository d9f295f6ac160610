package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.NodeStatus;

/** Where a daemon shows how it stands; {@code ibnoded status} reads it. Called from one thread at a time. */
public interface ConnectionBoard {
    void dialling();

    void connected();

    void disconnected(String reason);

    /** Result of the newest pass over the host. */
    void status(NodeStatus status);

    /** A board nobody looks at. */
    ConnectionBoard NONE = new ConnectionBoard() {
        @Override
        public void dialling() {}

        @Override
        public void connected() {}

        @Override
        public void disconnected(String reason) {}

        @Override
        public void status(NodeStatus status) {}
    };
}
