package dev.ibportal.portal.node;

import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Answers the form for a new node with the command that makes a host this node. */
public interface FirstInvitation {
    Response show(UUID node);
}
