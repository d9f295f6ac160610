package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.types.Guid;
import java.util.List;
import java.util.OptionalLong;

/** A subnet manager of some kind, real or not, with its daemon and two ports. */
interface SmLine extends AutoCloseable {
    Guid a();

    Guid b();

    /** The subnet manager; nothing to do when it runs. */
    void startManager();

    /** It ends at once, and tidies nothing up. */
    void killManager();

    void restartDaemon();

    void apply(SmDocument document);

    /** With kind and digest, as the portal sends it. */
    SmDocument sealedFor(SmDocument.Builder document);

    /** What the daemon told. */
    SmAnswers answers();

    /** What stands in the port's table now, whatever anybody tells. */
    List<Integer> table(Guid port);

    /** Of the document that the daemon holds. */
    OptionalLong generation();

    @Override
    void close();
}
