package dev.ibportal.portal.node;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words about cards that were swapped and about what was configured by hand. */
@MessageBundle("adopt")
public interface AdoptMessages {
    @Message("Was a card swapped?")
    String swap_title();

    @Message(
            "A port that is in use went away, and a new one is in its place: port {ordinal} of the model {model}. If the card was replaced for good, {#if members == 1}its membership moves{#else}its {members} memberships move{/if} with the addresses to the new port; the old one gets nothing back.")
    String swap_text(String model, int ordinal, int members);

    @Message("Yes, move its memberships")
    String swap_do();

    @Message("Configured by hand")
    String by_hand_title();

    @Message("This node has IPoIB interfaces that nobody asked the portal for:")
    String by_hand_text();

    @Message("See what can be taken over")
    String look();

    @Message("Configuration that does not do what it should")
    String wrong_title();

    @Message("Found on this host. Nothing of it was changed: put it right there.")
    String wrong_lead();

    @Message("Where")
    String wrong_place();

    @Message("Found")
    String wrong_found();

    @Message("Right")
    String wrong_right();

    @Message("{node}: configured by hand")
    String title(String node);

    @Message(
            "Each interface is shown as the membership that it would become. Accepting it changes nothing on the node, unless it says so below; a file of yours that keeps the interface stays yours.")
    String lead();

    @Message("Nothing was configured by hand")
    String none_title();

    @Message("Every IPoIB interface that the node reports belongs to a membership of this portal.")
    String none_text();

    @Message("Kept by")
    String kept();

    @Message("Before that")
    String obstacles();

    @Message("Accepting it changes")
    String changes();

    @Message("Nothing")
    String changes_nothing();

    @Message("Take over {name}")
    String accept(String name);
}
