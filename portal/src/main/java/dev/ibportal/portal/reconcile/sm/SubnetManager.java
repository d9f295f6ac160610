package dev.ibportal.portal.reconcile.sm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.types.Guid;
import java.util.Collection;

/**
 * What keeps the PKey tables of a fabric's ports. Calls return at once; what came of them is told to {@link SmReports},
 * and only tables that were read back count.
 */
public interface SubnetManager {
    /** How to reach the manager of a fabric at this moment. */
    Contact contact(SmTarget target);

    /** Hands over the whole configuration. False: nobody is there to take it. */
    boolean apply(SmTarget target, SmDocument document);

    /**
     * Asks whether the manager runs, and for the tables of these ports.
     *
     * @param survey whether this one is to look at the whole fabric too, when that is due
     * @return false: nobody is there to ask
     */
    boolean read(SmTarget target, Collection<Guid> ports, boolean survey);
}
