package dev.ibportal.daemon.diagnose.filter;

import java.util.Map;
import java.util.Optional;

/** One packet's way through the chains. */
final class Walk {
    private static final int DEEPEST = 16;

    private final Map<String, Chain> chains;
    private final Packet packet;
    /** A rule that was not understood may have let it through before. */
    private boolean perhapsAccepted;

    private Walk(Map<String, Chain> chains, Packet packet) {
        this.chains = chains;
        this.packet = packet;
    }

    private enum End {
        DROPPED,
        ACCEPTED,
        OPEN
    }

    /** What drops it, with {@code maybe} in front when that is not certain. */
    static Optional<String> drops(Map<String, Chain> chains, Packet packet) {
        for (Chain chain : chains.values()) {
            if (chain.hook().equals(packet.hook())) {
                Optional<String> found = new Walk(chains, packet).base(chain);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private String why = "";

    private Optional<String> base(Chain chain) {
        End end = walk(chain, 0);
        if (end == End.OPEN && chain.dropsRest()) {
            why = chain.name() + ": no rule lets it through, and the policy drops the rest";
            end = End.DROPPED;
        }
        if (end != End.DROPPED) {
            return why.isEmpty() ? Optional.empty() : Optional.of("maybe " + why);
        }
        return Optional.of((perhapsAccepted ? "maybe " : "") + why);
    }

    private End walk(Chain chain, int depth) {
        for (Rule rule : chain.rules()) {
            Match match = rule.match().apply(packet);
            if (match == Match.NO || depth > DEEPEST) {
                continue;
            }
            End end = decide(rule, chain, match, depth);
            if (end != End.OPEN) {
                return end;
            }
            if (match == Match.YES && rule.verdict() instanceof Rule.Verdict.Return) {
                return End.OPEN;
            }
            if (match == Match.YES && rule.verdict() instanceof Rule.Verdict.To to && !to.comes()) {
                return End.OPEN;
            }
        }
        return End.OPEN;
    }

    private End decide(Rule rule, Chain chain, Match match, int depth) {
        if (rule.verdict() instanceof Rule.Verdict.Accept) {
            perhapsAccepted |= match == Match.MAYBE;
            return match == Match.YES ? End.ACCEPTED : End.OPEN;
        }
        if (rule.verdict() instanceof Rule.Verdict.Drop) {
            if (match == Match.YES || why.isEmpty()) {
                why = chain.name() + ": " + rule.text();
            }
            return match == Match.YES ? End.DROPPED : End.OPEN;
        }
        if (rule.verdict() instanceof Rule.Verdict.To to && chains.containsKey(to.chain())) {
            End end = walk(chains.get(to.chain()), depth + 1);
            perhapsAccepted |= match == Match.MAYBE && end == End.ACCEPTED;
            return match == Match.YES ? end : End.OPEN;
        }
        return End.OPEN;
    }
}
