package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.portal.partition.MemberView;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at the ends of several pairs, a few at once. A large partition is looked at member by member, each for one peer; what
 * is then not well is looked at once more from both ends.
 */
@ApplicationScoped
class Rounds {
    static final int AT_ONCE = 16;
    private static final Duration LONGEST = Duration.ofSeconds(45);

    /** What a host found of the way to one peer says nothing of the way to another. */
    private static final Set<FactKey> OF_ONE_PEER = EnumSet.of(
            FactKey.PEER,
            FactKey.ROUTE,
            FactKey.POLICY_RULES,
            FactKey.SAME_NETWORK,
            FactKey.NEIGHBOUR,
            FactKey.PATH,
            FactKey.FILTER,
            FactKey.PING_SMALL,
            FactKey.PING_FULL,
            FactKey.PEER_ON_FABRIC,
            FactKey.PEER_BY_LID);

    private final Gatherer gatherer;
    private final Clock clock;

    Rounds(Gatherer gatherer, Clock clock) {
        this.gatherer = gatherer;
        this.clock = clock;
    }

    record Looked(Pair pair, Answer here, Answer there) {
        Case asked(Facts fabric) {
            return new Case(here.facts(), there.facts(), fabric);
        }
    }

    private record Running(Pair pair, CompletableFuture<Answer> here, CompletableFuture<Answer> there) {
        Looked looked() {
            return new Looked(pair, here.join(), there.join());
        }
    }

    /** What was reached in time; fewer than the pairs where that was not enough. */
    List<Looked> look(List<Pair> pairs, Facts fabric) {
        return pairs.size() <= AT_ONCE ? both(pairs) : many(pairs, fabric);
    }

    private List<Looked> both(List<Pair> pairs) {
        List<Running> running = pairs.stream().map(this::ask).toList();
        return running.stream().map(Running::looked).toList();
    }

    private Running ask(Pair pair) {
        CompletableFuture<Answer> there = pair.to()
                .map(peer -> gatherer.ask(peer, Optional.of(pair.from())))
                .orElseGet(() -> CompletableFuture.completedFuture(Answer.NONE));
        return new Running(pair, gatherer.ask(pair.from(), pair.to()), there);
    }

    private List<Looked> many(List<Pair> pairs, Facts fabric) {
        Map<UUID, Answer> once = once(pairs);
        List<Looked> first =
                pairs.stream().flatMap(pair -> looked(pair, once).stream()).toList();
        List<Pair> again = first.stream()
                .filter(each -> Doctor.judge(each.asked(fabric)).verdict() != Diagnosis.Verdict.SOUND)
                .limit(AT_ONCE)
                .map(Looked::pair)
                .toList();
        Map<UUID, Looked> second = both(again).stream()
                .collect(Collectors.toMap(each -> each.pair().from().id(), Function.identity()));
        return first.stream()
                .map(each -> second.getOrDefault(each.pair().from().id(), each))
                .toList();
    }

    /** Each member once, for the peer that it is paired with; one that nobody pairs with another, for itself. */
    private Map<UUID, Answer> once(List<Pair> pairs) {
        Instant end = clock.instant().plus(LONGEST);
        Map<UUID, Pair> asked = new LinkedHashMap<>();
        pairs.forEach(pair -> asked.put(pair.from().id(), pair));
        pairs.forEach(pair ->
                pair.to().ifPresent(peer -> asked.putIfAbsent(peer.id(), new Pair(peer, Optional.empty()))));
        List<Pair> all = List.copyOf(asked.values());
        Map<UUID, Answer> answers = new HashMap<>();
        for (int i = 0; i < all.size() && clock.instant().isBefore(end); i += AT_ONCE) {
            List<Pair> some = all.subList(i, Math.min(all.size(), i + AT_ONCE));
            List<CompletableFuture<Answer>> running = some.stream()
                    .map(pair -> gatherer.ask(pair.from(), pair.to()))
                    .toList();
            for (int j = 0; j < some.size(); j++) {
                answers.put(some.get(j).from().id(), running.get(j).join());
            }
        }
        return answers;
    }

    private Optional<Looked> looked(Pair pair, Map<UUID, Answer> once) {
        Answer here = once.get(pair.from().id());
        Answer there = pair.to().map(MemberView::id).map(once::get).orElse(null);
        return here == null || (pair.to().isPresent() && there == null)
                ? Optional.empty()
                : Optional.of(new Looked(
                        pair, here, there == null ? Answer.NONE : Answer.known(forPeer(there.facts(), pair.from()))));
    }

    private Facts forPeer(Facts facts, MemberView peer) {
        Facts own = Facts.of(facts.all().stream()
                .filter(fact -> !OF_ONE_PEER.contains(fact.key()))
                .toList());
        return Gatherer.address(peer)
                .map(address ->
                        own.with(new Fact(FactKey.PEER, "the portal", clock.instant(), new Told.Value(address))))
                .orElse(own);
    }
}
