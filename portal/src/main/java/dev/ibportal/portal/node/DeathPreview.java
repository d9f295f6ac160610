package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.web.Ref;
import java.util.List;

/**
 * What hangs on a node that is to be declared dead. Public for the templates.
 *
 * @param members that are still wanted on it
 * @param waiting how much that was removed waits for this node alone
 * @param manages fabrics whose subnet manager it is said to run
 */
public record DeathPreview(NodeView node, int members, int waiting, List<Ref> manages) {
    public DeathPreview {
        manages = List.copyOf(manages);
    }
}
