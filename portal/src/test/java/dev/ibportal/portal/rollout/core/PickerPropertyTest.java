package dev.ibportal.portal.rollout.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.rollout.core.NodeState.Broken;
import dev.ibportal.portal.rollout.core.NodeState.Done;
import dev.ibportal.portal.rollout.core.NodeState.Draining;
import dev.ibportal.portal.rollout.core.NodeState.Ended;
import dev.ibportal.portal.rollout.core.NodeState.Failed;
import dev.ibportal.portal.rollout.core.NodeState.Ready;
import dev.ibportal.portal.rollout.core.NodeState.Staging;
import dev.ibportal.portal.rollout.core.NodeState.Waiting;
import dev.ibportal.portal.rollout.core.Waves.Candidate;
import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whole rollouts of random groups, rules and failures, step by step. */
class PickerPropertyTest {
    private static final Instant BEGIN = Instant.parse("2031-05-06T00:00:00Z");

    /** @param seed of what happens to the nodes */
    private record Case(List<Candidate> nodes, Rules rules, Set<String> elsewhere, long seed) {}

    private static Case made(RandomGenerator random) {
        List<Candidate> nodes = new ArrayList<>();
        int count = random.nextInt(0, 40);
        for (int i = 0; i < count; i++) {
            Set<String> groups = new HashSet<>();
            while (random.nextInt(3) == 0) {
                groups.add("g" + random.nextInt(6));
            }
            nodes.add(new Candidate(new UUID(0, i), groups));
        }
        List<Amount> waves = new ArrayList<>();
        while (random.nextInt(3) > 0) {
            waves.add(amount(random));
        }
        Rules rules = new Rules(
                waves,
                Duration.ofMinutes(random.nextInt(0, 60)),
                amount(random),
                new Amount(100, true),
                null,
                Map.of());
        return new Case(nodes, rules, random.nextInt(4) == 0 ? Set.of("g1") : Set.of(), random.nextLong());
    }

    private static Amount amount(RandomGenerator random) {
        return random.nextBoolean()
                ? new Amount(random.nextInt(0, 12), false)
                : new Amount(random.nextInt(0, 101), true);
    }

    @Test
    void everyNodeIsInOneWaveOfTheSizeThatWasAskedFor() {
        Property.forAll((Gen<Case>) PickerPropertyTest::made, one -> {
            Map<UUID, Integer> waves = Waves.plan(one.nodes(), one.rules().waves());
            assertThat(waves.keySet())
                    .containsExactlyElementsOf(
                            one.nodes().stream().map(Candidate::node).toList());
            int left = one.nodes().size();
            List<Amount> sizes = one.rules().waves();
            for (int wave = 0; left > 0; wave++) {
                int here = wave;
                long found =
                        waves.values().stream().filter(number -> number == here).count();
                int wanted = wave < sizes.size()
                        ? Math.min(
                                left, Math.max(1, sizes.get(wave).of(one.nodes().size())))
                        : left;
                assertThat(found).isEqualTo(wanted);
                left -= wanted;
            }
        });
    }

    /** Never more than the limit, never two of one group, never a wave before the one before has baked, and it ends. */
    @Test
    void neverTooManyAndNeverTwoOfOneGroup() {
        Property.forAll(300, (Gen<Case>) PickerPropertyTest::made, PickerPropertyTest::run);
    }

    private static void run(Case one) {
        Random random = new Random(one.seed());
        Map<UUID, Integer> waves = Waves.plan(one.nodes(), one.rules().waves());
        Map<UUID, Member> members = new LinkedHashMap<>();
        one.nodes()
                .forEach(node -> members.put(
                        node.node(),
                        new Member(
                                node.node(), waves.getOrDefault(node.node(), 0), node.groups(), new Waiting(), BEGIN)));
        Instant now = BEGIN;
        int idle = 0;
        while (idle < 200) {
            now = now.plus(Duration.ofMinutes(random.nextInt(1, 20)));
            List<Member> all = List.copyOf(members.values());
            List<UUID> chosen = new ArrayList<>(Picker.toBegin(all, one.rules(), one.elsewhere(), now));
            for (UUID node : chosen) {
                Member member = Objects.requireNonNull(members.get(node));
                assertThat(member.state()).isInstanceOf(Ready.class);
                requireBaked(all, member.wave(), one.rules(), now);
                members.put(node, moved(member, new Draining(false), now));
            }
            requireLimits(one, List.copyOf(members.values()), chosen);
            idle = step(members, random, now) || !chosen.isEmpty() ? 0 : idle + 1;
        }
        requireEnded(one, List.copyOf(members.values()));
    }

    private static boolean step(Map<UUID, Member> members, Random random, Instant now) {
        boolean moved = false;
        List<UUID> stage = Picker.toStage(List.copyOf(members.values()));
        for (UUID node : stage) {
            members.put(node, moved(Objects.requireNonNull(members.get(node)), new Staging(), now));
            moved = true;
        }
        for (Member member : List.copyOf(members.values())) {
            if (random.nextInt(3) == 0 && member.state() instanceof Staging) {
                members.put(member.node(), moved(member, new Ready(), now));
                moved = true;
            } else if (random.nextInt(3) == 0 && member.state() instanceof Draining) {
                NodeState end =
                        random.nextInt(10) > 0 ? new Done() : random.nextBoolean() ? new Failed() : new Broken();
                members.put(member.node(), moved(member, end, now));
                moved = true;
            }
        }
        return moved;
    }

    private static Member moved(Member member, NodeState to, Instant now) {
        return new Member(member.node(), member.wave(), member.groups(), to, now);
    }

    private static void requireBaked(List<Member> all, int wave, Rules rules, Instant now) {
        assertThat(all.stream().filter(member -> member.wave() < wave)).allSatisfy(member -> {
            assertThat(member.state()).isInstanceOf(Ended.class);
            assertThat(member.since().plus(rules.bake())).isBeforeOrEqualTo(now);
        });
    }

    private static void requireLimits(Case one, List<Member> members, List<UUID> chosen) {
        List<Member> away =
                members.stream().filter(member -> member.state().isAway()).toList();
        if (!chosen.isEmpty()) {
            assertThat(away)
                    .hasSizeLessThanOrEqualTo(
                            Math.max(1, one.rules().maxUnavailable().of(members.size())));
        }
        Set<String> held = new HashSet<>(one.elsewhere());
        for (Member member : away) {
            assertThat(member.groups())
                    .allSatisfy(group -> assertThat(held.add(group)).isTrue());
        }
    }

    /** What is left waits for a node that is broken, or for a group that another rollout holds. */
    private static void requireEnded(Case one, List<Member> members) {
        boolean blocked =
                !one.elsewhere().isEmpty() || members.stream().anyMatch(member -> member.state() instanceof Broken);
        if (!blocked) {
            assertThat(members).allSatisfy(member -> assertThat(member.state()).isInstanceOf(Ended.class));
        }
    }
}
