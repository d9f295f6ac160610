package dev.ibportal.audit;

import java.util.ArrayList;
import java.util.List;

/** Collects findings, and only counts them once there are more than anybody reads. */
final class Findings {
    private static final int MOST = 200;

    private final List<Finding> kept = new ArrayList<>();
    private long count;

    void add(String what, String where, String detail) {
        count++;
        if (kept.size() < MOST) {
            kept.add(new Finding(what, where, detail));
        }
    }

    List<Finding> kept() {
        return List.copyOf(kept);
    }

    long count() {
        return count;
    }
}
