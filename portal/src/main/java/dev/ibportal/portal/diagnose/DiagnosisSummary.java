package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.KnownCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of several pairs.
 *
 * @param atRisk packets pass, but something is broken
 * @param notMeant kept apart on purpose
 * @param untold cannot be told here
 * @param causes what is behind the broken ones and those at risk, the one of most pairs first
 */
public record DiagnosisSummary(
        int pairs, int sound, int atRisk, int broken, int notMeant, int untold, List<Group> causes) {
    private static final List<String> ORDER = List.of("broken", "cannot_be_told", "at_risk", "not_meant", "sound");

    /**
     * One cause at one place.
     *
     * @param code stable
     * @param node where; empty: between the two, or the fabric's
     * @param pairs those that it breaks, as {@code node1 → node2}
     */
    public record Group(String code, String node, List<String> pairs) {}

    static List<DiagnosisView> sorted(List<DiagnosisView> views) {
        return views.stream()
                .sorted(Comparator.comparingInt(view -> ORDER.indexOf(view.verdict())))
                .toList();
    }

    static DiagnosisSummary of(List<DiagnosisView> views) {
        return new DiagnosisSummary(
                views.size(),
                count(views, "sound"),
                count(views, "at_risk"),
                count(views, "broken"),
                count(views, "not_meant"),
                count(views, "cannot_be_told"),
                groups(views));
    }

    private static int count(List<DiagnosisView> views, String verdict) {
        return (int)
                views.stream().filter(view -> view.verdict().equals(verdict)).count();
    }

    private static List<Group> groups(List<DiagnosisView> views) {
        Map<List<String>, List<String>> groups = new LinkedHashMap<>();
        for (DiagnosisView view : views) {
            DiagnosisView.Named cause = view.primary();
            if (cause != null && !view.verdict().equals("not_meant")) {
                groups.computeIfAbsent(List.of(cause.code(), node(view, cause)), key -> new ArrayList<>())
                        .add(view.pair());
            }
        }
        return groups.entrySet().stream()
                .map(entry -> new Group(entry.getKey().get(0), entry.getKey().get(1), List.copyOf(entry.getValue())))
                .sorted(Comparator.comparing((Group group) -> -group.pairs().size()))
                .toList();
    }

    private static String node(DiagnosisView view, DiagnosisView.Named cause) {
        if (KnownCause.byCode(cause.code()).filter(KnownCause::isOfTheFabric).isPresent()) {
            return "";
        }
        DiagnosisView.Member to = view.to();
        return switch (cause.place()) {
            case "here" -> view.from().node().name();
            case "there" -> to == null ? "" : to.node().name();
            default -> "";
        };
    }
}
