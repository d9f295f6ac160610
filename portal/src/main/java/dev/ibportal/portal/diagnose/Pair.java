package dev.ibportal.portal.diagnose;

import dev.ibportal.portal.partition.MemberView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** @param to empty: the interface of the first alone */
record Pair(MemberView from, Optional<MemberView> to) {
    /**
     * Each member once, with one that it is meant to talk to: full members in a ring, limited ones each with a full one.
     * Without any full member nobody is meant to talk to anybody, and the ring shows just that.
     */
    static List<Pair> meant(List<MemberView> all) {
        List<MemberView> full = all.stream()
                .filter(member -> member.membership().equals("full"))
                .toList();
        if (full.isEmpty()) {
            return ring(all);
        }
        List<Pair> pairs = new ArrayList<>(full.size() > 1 || all.size() == 1 ? ring(full) : List.of());
        List<MemberView> limited = all.stream()
                .filter(member -> !member.membership().equals("full"))
                .toList();
        for (int i = 0; i < limited.size(); i++) {
            pairs.add(new Pair(limited.get(i), Optional.of(full.get(i % full.size()))));
        }
        return pairs;
    }

    private static List<Pair> ring(List<MemberView> all) {
        List<Pair> ring = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            MemberView next = all.get((i + 1) % all.size());
            ring.add(new Pair(all.get(i), all.size() > 1 ? Optional.of(next) : Optional.empty()));
        }
        return ring;
    }
}
