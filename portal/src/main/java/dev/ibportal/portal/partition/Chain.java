package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.NodeLink.Verdict;
import dev.ibportal.portal.platform.page.Badge.Tone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chain of truth of one member: from the wish over subnet manager and port table to the address on the host, each
 * link as it was read from the thing itself, with its own time. The first link that is not good is what a person has to
 * look at. Unknown is neither good nor bad.
 */
final class Chain {
    /** Order of truth. */
    enum Step {
        SPEC,
        SUBNET_MANAGER,
        PORT_TABLE,
        DRIVER,
        INTERFACE,
        SETTINGS
    }

    /** What a link says, for which each language has its words. */
    enum Saying {
        FULL,
        LIMITED,
        LEAVING,
        NOT_SENT,
        PROGRAMMED,
        EFFECTIVE,
        SM_DOWN,
        SM_UNKNOWN,
        FOUND_NONE,
        NOT_READ,
        NODE_DISAGREES,
        WAITS,
        OK,
        BROKEN,
        UNKNOWN,
        SILENT,
        ABSENT
    }

    record Link(
            Step step, Tone tone, Saying saying, @Nullable Instant seenAt) {
        boolean isGood() {
            return tone == Tone.GOOD;
        }
    }

    private static final Set<Saying> HINDERING = EnumSet.of(Saying.SM_DOWN, Saying.SM_UNKNOWN, Saying.SILENT);
    private static final Set<NodeLink.Kind> DRIVER = EnumSet.of(NodeLink.Kind.DRIVER, NodeLink.Kind.PORT);
    private static final Set<NodeLink.Kind> INTERFACE = EnumSet.of(NodeLink.Kind.INTERFACE, NodeLink.Kind.CARRIER);
    private static final Set<NodeLink.Kind> SETTINGS = EnumSet.complementOf(EnumSet.of(
            NodeLink.Kind.DRIVER,
            NodeLink.Kind.PORT,
            NodeLink.Kind.PKEY_IN_TABLE,
            NodeLink.Kind.INTERFACE,
            NodeLink.Kind.CARRIER));

    private final MemberView member;
    private final String smState;
    private final @Nullable Instant smSeenAt;
    private final List<NodeLink> nodeLinks;
    private final List<Link> links;

    private Chain(MemberView member, String smState, @Nullable Instant smSeenAt) {
        this.member = member;
        this.smState = smState;
        this.smSeenAt = smSeenAt;
        this.nodeLinks = NodeLink.read(member.iface().links());
        this.links = List.of(
                spec(),
                subnetManager(),
                portTable(),
                onNode(Step.DRIVER, DRIVER),
                onNode(Step.INTERFACE, INTERFACE),
                onNode(Step.SETTINGS, SETTINGS));
    }

    /**
     * @param smState what is known of the fabric's subnet manager
     * @param smSeenAt when that was
     */
    static Chain of(MemberView member, String smState, @Nullable Instant smSeenAt) {
        return new Chain(member, smState, smSeenAt);
    }

    List<Link> links() {
        return links;
    }

    /**
     * The first link that is not good; empty when all are. Of a member that leaves the wish is no open link but the reason
     * for all: there it is whatever keeps the others waiting, which is what is silent or broken.
     */
    Optional<Link> firstOpen() {
        if (!isLeaving()) {
            return links.stream().filter(link -> !link.isGood()).findFirst();
        }
        List<Link> open = links.stream()
                .filter(link -> link.step() != Step.SPEC && !link.isGood() && link.saying() != Saying.ABSENT)
                .toList();
        return open.stream()
                .filter(link -> HINDERING.contains(link.saying()))
                .findFirst()
                .or(() -> open.stream().findFirst());
    }

    private boolean isLeaving() {
        return member.removedAt() != null;
    }

    private Link spec() {
        if (isLeaving()) {
            return new Link(Step.SPEC, Tone.BUSY, Saying.LEAVING, member.removedAt());
        }
        Saying wanted = member.membership().equals("full") ? Saying.FULL : Saying.LIMITED;
        return new Link(Step.SPEC, Tone.GOOD, wanted, member.createdAt());
    }

    private Link subnetManager() {
        boolean done = member.fabric().state().equals("effective");
        Tone tone;
        Saying saying;
        if (smState.equals("not_running")) {
            tone = Tone.BAD;
            saying = Saying.SM_DOWN;
        } else if (!smState.equals("running")) {
            tone = Tone.UNKNOWN;
            saying = Saying.SM_UNKNOWN;
        } else {
            tone = done ? Tone.GOOD : Tone.BUSY;
            saying = switch (member.fabric().state()) {
                case "effective" -> Saying.EFFECTIVE;
                case "programmed" -> Saying.PROGRAMMED;
                case "leaving" -> Saying.LEAVING;
                case "absent" -> Saying.ABSENT;
                default -> Saying.NOT_SENT;
            };
        }
        return new Link(Step.SUBNET_MANAGER, tone, saying, smSeenAt);
    }

    private Link portTable() {
        String found = member.fabric().found();
        Instant seenAt = member.fabric().seenAt();
        if (found == null) {
            return new Link(Step.PORT_TABLE, Tone.UNKNOWN, Saying.NOT_READ, seenAt);
        }
        if (found.equals("none")) {
            boolean expected = isLeaving() || !member.fabric().state().equals("effective");
            return new Link(Step.PORT_TABLE, expected ? Tone.BUSY : Tone.BAD, Saying.FOUND_NONE, seenAt);
        }
        Saying saying = found.equals("full") ? Saying.FULL : Saying.LIMITED;
        if (isLeaving() || !found.equals(member.membership())) {
            return new Link(Step.PORT_TABLE, Tone.BUSY, saying, seenAt);
        }
        boolean nodeDisagrees =
                verdicts(EnumSet.of(NodeLink.Kind.PKEY_IN_TABLE)).contains(Verdict.BROKEN);
        return nodeDisagrees && isHeard()
                ? new Link(
                        Step.PORT_TABLE,
                        Tone.WARN,
                        Saying.NODE_DISAGREES,
                        member.iface().seenAt())
                : new Link(Step.PORT_TABLE, Tone.GOOD, saying, seenAt);
    }

    private boolean isHeard() {
        return !member.node().state().equals("unreachable");
    }

    private Link onNode(Step step, Set<NodeLink.Kind> kinds) {
        List<Verdict> verdicts = verdicts(kinds);
        Instant seenAt = member.iface().seenAt();
        if (member.iface().state().equals("absent")) {
            return new Link(step, Tone.OFF, Saying.ABSENT, seenAt);
        }
        if (!isHeard()) {
            return new Link(step, Tone.UNKNOWN, Saying.SILENT, member.node().lastSeenAt());
        }
        if (verdicts.isEmpty() || isLeaving()) {
            return new Link(
                    step, isLeaving() ? Tone.BUSY : Tone.OFF, isLeaving() ? Saying.LEAVING : Saying.WAITS, seenAt);
        }
        if (verdicts.contains(Verdict.BROKEN)) {
            return new Link(step, broken(), Saying.BROKEN, seenAt);
        }
        return verdicts.contains(Verdict.UNKNOWN)
                ? new Link(step, Tone.UNKNOWN, Saying.UNKNOWN, seenAt)
                : new Link(step, Tone.GOOD, Saying.OK, seenAt);
    }

    /** Work of the daemon is no fault; when it waits for something, a person may have to help. */
    private Tone broken() {
        boolean pending = member.iface().state().equals("pending");
        if (member.iface().state().equals("applying")
                || (pending && member.iface().cause().isEmpty())) {
            return Tone.BUSY;
        }
        return pending ? Tone.WARN : Tone.BAD;
    }

    private List<Verdict> verdicts(Set<NodeLink.Kind> kinds) {
        List<Verdict> verdicts = new ArrayList<>();
        for (NodeLink link : nodeLinks) {
            if (kinds.contains(link.kind())) {
                verdicts.add(link.verdict());
            }
        }
        return verdicts;
    }
}
