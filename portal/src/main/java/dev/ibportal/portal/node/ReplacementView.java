package dev.ibportal.portal.node;

/**
 * A card that seems to have been swapped: a person has to say so.
 *
 * @param from GUID of the port that went away
 * @param to GUID of the port that stands in its place
 * @param model type of both cards
 * @param ordinal both are the n-th port of that model on the node
 * @param members memberships that would move
 */
public record ReplacementView(String from, String to, String model, int ordinal, int members) {}
