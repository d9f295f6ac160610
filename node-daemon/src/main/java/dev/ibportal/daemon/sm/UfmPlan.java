package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.daemon.sm.UfmPartition.Place;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to be told UFM so that it has what a document says. It is told differences only: members of others are theirs,
 * and UFM takes no condition with a write. Members are added before others go, because UFM drops a partition, and its
 * service with it, as soon as nobody is in it.
 *
 * @param calls in this order
 * @param warnings what is not as wanted and stays so
 */
record UfmPlan(List<UfmCall> calls, List<String> warnings) {
    private static final int MOST_ADDED = 200;
    private static final int MOST_REMOVED = 100;
    private static final Map<Integer, Double> RATES = Map.ofEntries(
            Map.entry(2, 2.5),
            Map.entry(3, 10.0),
            Map.entry(4, 30.0),
            Map.entry(5, 5.0),
            Map.entry(6, 20.0),
            Map.entry(7, 40.0),
            Map.entry(8, 60.0),
            Map.entry(9, 80.0),
            Map.entry(10, 120.0),
            Map.entry(11, 14.0),
            Map.entry(12, 56.0),
            Map.entry(13, 112.0),
            Map.entry(14, 168.0),
            Map.entry(15, 25.0),
            Map.entry(16, 100.0),
            Map.entry(17, 200.0),
            Map.entry(18, 300.0));
    private static final double USUAL_RATE = 2.5;
    private static final int USUAL_MTU = 2;

    UfmPlan {
        calls = List.copyOf(calls);
        warnings = List.copyOf(warnings);
    }

    /** Why UFM could never have what a document says; empty: it can. */
    static Optional<String> obstacle(SmDocument document) {
        for (SmPartition partition : document.getPartitionsList()) {
            if (partition.hasIbMtu() && partition.getIbMtu() != 2048 && partition.getIbMtu() != 4096) {
                return Optional.of("partition " + PKey.of(partition.getPkey()) + " has an InfiniBand MTU of "
                        + partition.getIbMtu() + ", and UFM knows 2048 and 4096 only");
            }
        }
        return Optional.empty();
    }

    /** @throws UfmTrouble if UFM did not say who is in a partition of the document */
    static UfmPlan of(SmDocument document, Map<PKey, UfmPartition> found) throws UfmTrouble {
        List<UfmCall> calls = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (SmPartition partition : document.getPartitionsList()) {
            PKey pkey = PKey.of(partition.getPkey());
            UfmPartition there = found.get(pkey);
            if (there != null && there.members().isEmpty()) {
                throw new UfmTrouble("UFM does not say who is in partition " + pkey);
            }
            new OfPartition(partition, pkey, Optional.ofNullable(there)).plan(calls, warnings);
        }
        return new UfmPlan(calls, warnings);
    }

    private record OfPartition(SmPartition wish, PKey pkey, Optional<UfmPartition> there) {
        private Map<Guid, Place> found() {
            return there.flatMap(UfmPartition::members).orElse(Map.of());
        }

        private void plan(List<UfmCall> calls, List<String> warnings) {
            Map<Guid, Place> found = found();
            Map<Guid, Place> wanted = new TreeMap<>();
            Set<Guid> gone = new TreeSet<>();
            for (SmMember member : wish.getMembersList()) {
                Guid port = Guid.parse(member.getPortGuid());
                if (member.hasPresent()) {
                    wanted.put(port, place(member));
                } else if (found.containsKey(port)) {
                    gone.add(port);
                }
            }
            Map<Guid, Place> missing = new TreeMap<>(wanted);
            missing.keySet().removeAll(found.keySet());
            Map<Guid, Place> other = new TreeMap<>(wanted);
            other.keySet().retainAll(found.keySet());
            other.entrySet().removeIf(each -> each.getValue().equals(found.get(each.getKey())));
            if (there.isEmpty() && !missing.isEmpty()) {
                calls.add(new UfmCall.Create(pkey, wish.getIpoib(), service()));
            }
            bind(calls, missing);
            Set<Guid> staying = new TreeSet<>(found.keySet());
            staying.removeAll(gone);
            staying.removeAll(other.keySet());
            if (!other.isEmpty()) {
                change(calls, other, !staying.isEmpty() || !missing.isEmpty());
            }
            remove(calls, gone);
            serve(calls);
            staying.removeAll(wanted.keySet());
            if (!staying.isEmpty()) {
                warnings.add("UFM has " + staying.size() + " in partition " + pkey + " that the portal does not know: "
                        + staying.stream().limit(3).toList() + "; they are left there");
            }
        }

        private static Place place(SmMember member) {
            boolean full =
                    member.getPresent().getMembership() == dev.ibportal.agent.v1.MembershipType.MEMBERSHIP_TYPE_FULL;
            return new Place(
                    Optional.of(full ? MembershipType.FULL : MembershipType.LIMITED),
                    member.getPresent().getIndex0());
        }

        /** Whether an addition changes one who is there is nowhere promised, so they leave and come back. */
        private void change(List<UfmCall> calls, Map<Guid, Place> other, boolean othersStay) {
            if (othersStay) {
                remove(calls, other.keySet());
                bind(calls, other);
                return;
            }
            Set<Boolean> indexes = new TreeSet<>();
            other.values().forEach(place -> indexes.add(place.index0()));
            if (indexes.size() == 1) {
                // everybody there is one of ours, so nobody is lost by naming all
                calls.add(call(other, indexes.contains(true), true));
                return;
            }
            Guid last = ((TreeMap<Guid, Place>) other).firstKey();
            Map<Guid, Place> first = new TreeMap<>(other);
            first.remove(last);
            remove(calls, first.keySet());
            bind(calls, first);
            remove(calls, Set.of(last));
            bind(calls, Map.of(last, other.getOrDefault(last, new Place(Optional.empty(), false))));
        }

        private void bind(List<UfmCall> calls, Map<Guid, Place> members) {
            for (boolean index0 : new boolean[] {false, true}) {
                Map<Guid, Place> batch = new TreeMap<>();
                for (Map.Entry<Guid, Place> each : members.entrySet()) {
                    if (each.getValue().index0() == index0) {
                        batch.put(each.getKey(), each.getValue());
                    }
                    if (batch.size() == MOST_ADDED) {
                        calls.add(call(batch, index0, false));
                        batch.clear();
                    }
                }
                if (!batch.isEmpty()) {
                    calls.add(call(batch, index0, false));
                }
            }
        }

        private UfmCall call(Map<Guid, Place> places, boolean index0, boolean only) {
            TreeMap<Guid, MembershipType> members = new TreeMap<>();
            places.forEach((port, place) -> members.put(port, place.membership().orElseThrow()));
            return new UfmCall.Bind(pkey, wish.getIpoib(), index0, members, only);
        }

        private void remove(List<UfmCall> calls, Set<Guid> ports) {
            List<Guid> all = List.copyOf(ports);
            for (int from = 0; from < all.size(); from += MOST_REMOVED) {
                calls.add(new UfmCall.Remove(pkey, all.subList(from, Math.min(all.size(), from + MOST_REMOVED))));
            }
        }

        private UfmCall.Service service() {
            return new UfmCall.Service(
                    wish.hasIbMtu() ? wish.getIbMtu() / 1024 : USUAL_MTU,
                    wish.hasRateCode() ? RATES.getOrDefault(wish.getRateCode(), USUAL_RATE) : USUAL_RATE,
                    wish.getServiceLevel());
        }

        /** What this UFM does not tell is not set either: it could not be read back. */
        private void serve(List<UfmCall> calls) {
            boolean anybody = wish.getMembersList().stream().anyMatch(SmMember::hasPresent);
            if (there.isEmpty() || !anybody) {
                return;
            }
            UfmCall.Service wanted = service();
            UfmCall.Service next = new UfmCall.Service(
                    wanted.mtuLimit(),
                    wish.hasRateCode()
                            ? wanted.rateLimit()
                            : there.get().rateLimit().orElse(wanted.rateLimit()),
                    wanted.serviceLevel());
            boolean same =
                    there.get().mtuLimit().map(mtu -> mtu == next.mtuLimit()).orElse(true)
                            && there.get()
                                    .rateLimit()
                                    .map(rate -> rate == next.rateLimit())
                                    .orElse(true)
                            && there.get()
                                    .serviceLevel()
                                    .map(level -> level == next.serviceLevel())
                                    .orElse(true);
            if (!same) {
                calls.add(new UfmCall.Serve(pkey, next));
            }
        }
    }
}
