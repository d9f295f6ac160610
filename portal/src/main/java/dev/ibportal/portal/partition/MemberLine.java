package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.Chain.Link;
import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.States;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A member with its chain in the person's words. Public for the templates. */
public record MemberLine(
        MemberView member,
        Badge state,
        String membership,
        List<Told> links,
        String open,
        String cause,
        String reason,
        String nextStep) {

    /** One link in words. */
    public record Told(String name, Badge badge, @Nullable Instant seenAt) {}

    static MemberLine of(MemberView member, Chain chain, PartitionWords words) {
        Optional<Link> open = chain.firstOpen();
        return new MemberLine(
                member,
                state(member, chain, words.states()),
                words.states().membership(member.membership()),
                chain.links().stream()
                        .map(link -> new Told(
                                words.step(link.step()),
                                new Badge(link.tone(), words.saying(link.saying())),
                                link.seenAt()))
                        .toList(),
                open.map(link -> words.step(link.step())).orElse(""),
                open.filter(link -> isOfDaemon(member, link))
                        .map(link -> member.iface().cause())
                        .orElse(""),
                open.map(link -> reason(member, link)).orElse(""),
                open.map(link -> words.nextStep(link, member)).orElse(""));
    }

    /** Unknown is never in sync: an interface may be as it was wanted while nothing is known of its key on the fabric. */
    private static Badge state(MemberView member, Chain chain, States states) {
        boolean inSync = member.iface().state().equals("in_sync");
        boolean unknown = chain.firstOpen()
                .filter(link -> link.tone() == Badge.Tone.UNKNOWN)
                .isPresent();
        return inSync && unknown
                ? states.notKnown()
                : states.member(member.iface().state());
    }

    /** In the words of whoever found it: fabric for its links, node for its own. */
    private static String reason(MemberView member, Link open) {
        return switch (open.step()) {
            case SPEC, SUBNET_MANAGER, PORT_TABLE -> member.fabric().reason();
            case DRIVER, INTERFACE, SETTINGS ->
                isOfDaemon(member, open)
                        ? member.iface().reason()
                        : member.node().reason();
        };
    }

    private static boolean isOfDaemon(MemberView member, Link open) {
        return switch (open.step()) {
            case SPEC, SUBNET_MANAGER, PORT_TABLE -> false;
            case DRIVER, INTERFACE, SETTINGS -> !member.node().state().equals("unreachable");
        };
    }

    public boolean isLeaving() {
        return member.removedAt() != null;
    }

    public boolean isAddressless() {
        return member.addresses().isEmpty() && !isLeaving();
    }

    public boolean isWhole() {
        return open.isEmpty();
    }
}
