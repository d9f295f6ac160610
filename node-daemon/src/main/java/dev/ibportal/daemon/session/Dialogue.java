package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.Welcome;

/** What a daemon says and hears on its stream. All calls come one after the other. */
interface Dialogue {
    Hello hello();

    /** The portal answered; {@code out} is good until {@link #closed}. */
    void opened(Welcome welcome, Outbox out);

    void received(SessionResponse message);

    /** What was held back while the stream was full may be sent now. */
    void ready();

    void closed();

    /** Where messages go. A closed stream swallows them: everything is told again on the next one. */
    interface Outbox {
        void send(SessionRequest message);

        /** False while the portal takes nothing; what can be merged should then wait. */
        boolean isReady();
    }
}
