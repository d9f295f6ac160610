package dev.ibportal.portal.session;

import dev.ibportal.portal.node.FirstInvitation;
import dev.ibportal.portal.node.NodeService;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Makes a token. It is in this one answer and nowhere else, so there is no page to go to after it. */
@RequestScoped
class JoinCommand implements FirstInvitation {
    private final Shells shells;
    private final NodeService nodes;
    private final EnrolmentService enrolment;

    JoinCommand(Shells shells, NodeService nodes, EnrolmentService enrolment) {
        this.shells = shells;
        this.nodes = nodes;
        this.enrolment = enrolment;
    }

    @Override
    public Response show(UUID node) {
        Shell shell = shells.open(Section.NODES);
        Invitation invitation = enrolment.invite(node);
        return Html.ok(shell, JoinPages.Templates.join(shell, nodes.get(node).node(), invitation, new States(shell)));
    }
}
