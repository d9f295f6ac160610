package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.agent.v1.SmRefusalReason;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The side of a daemon that looks after a subnet manager. Calls return at once; answers come as they are known. */
public interface SubnetManagerRole extends AutoCloseable {
    /** Whether there is a subnet manager here to look after. */
    boolean isConfigured();

    /** What kind it is, as people call it; empty where there is none. */
    default String kind() {
        return "";
    }

    /** Whether a partition's service level takes effect. */
    default boolean hasServiceLevels() {
        return false;
    }

    /** Whether it may be told to put a key at index 0 of a port's table. */
    default boolean putsIndex0() {
        return false;
    }

    /** Generation of the document on disk. */
    OptionalLong generation();

    void apply(SmDocument document, Consumer<SessionRequest> answers);

    void read(SmReadRequest request, Consumer<SessionRequest> answers);

    @Override
    void close();

    /** A host without a subnet manager. */
    SubnetManagerRole NONE = new SubnetManagerRole() {
        @Override
        public boolean isConfigured() {
            return false;
        }

        @Override
        public OptionalLong generation() {
            return OptionalLong.empty();
        }

        @Override
        public void apply(SmDocument document, Consumer<SessionRequest> answers) {
            refuse(document.getFabricId(), document.getGeneration(), answers);
        }

        @Override
        public void read(SmReadRequest request, Consumer<SessionRequest> answers) {
            refuse(request.getFabricId(), 0, answers);
        }

        private void refuse(String fabricId, long generation, Consumer<SessionRequest> answers) {
            answers.accept(SessionRequest.newBuilder()
                    .setSmRefusal(SmRefusal.newBuilder()
                            .setFabricId(fabricId)
                            .setGeneration(generation)
                            .setReason(SmRefusalReason.SM_REFUSAL_REASON_NOT_CONFIGURED)
                            .setDetail("no subnet manager is configured on this host: set sm.partitions-file,"
                                    + " sm.pid-file and sm.log-file for OpenSM, or sm.ufm.address for UFM"))
                    .build());
        }

        @Override
        public void close() {}
    };
}
