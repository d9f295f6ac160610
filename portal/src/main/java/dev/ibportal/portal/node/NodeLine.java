package dev.ibportal.portal.node;

/**
 * A node in the list, with what is on it. Public for the templates.
 *
 * @param interfaces how many the reader may see
 */
public record NodeLine(NodeView node, int interfaces, int inSync) {
    public boolean isSubnetManager() {
        return node.roles().contains("subnet-manager");
    }

    public boolean isHost() {
        return node.roles().contains("node");
    }
}
