package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.Cause;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.LinkResult;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What came of a diagnosis.
 *
 * @param to null: the interface alone was looked at
 * @param verdict {@code sound}, {@code at_risk} (packets pass, but something is broken that will matter), {@code broken},
 *     {@code not_meant} (limited members of a partition that has full ones) or {@code cannot_be_told}
 * @param passes whether packets get through; null: nobody tried, or it could not be told
 * @param consequences fail because of the primary cause, and hold again with it mended; without one, what fails
 * @param besides are broken or fail on their own
 * @param untold could not be looked at, each with the reason
 * @param ends the evidence, as it was gathered
 */
public record DiagnosisView(
        Ref partition,
        Member from,
        @Nullable Member to,
        Instant at,
        String verdict,
        @Nullable Boolean passes,
        @Nullable Named primary,
        List<Step> consequences,
        List<Step> besides,
        List<Step> untold,
        List<Step> links,
        List<End> ends) {

    /** @param id of the membership */
    public record Member(UUID id, Ref node, String interfaceName, String address) {}

    /**
     * The primary cause.
     *
     * @param code stable
     * @param number in the table of causes
     * @param certain false: likely, because something that matters could not be told
     * @param fix in plain English
     * @param remedy what the portal can do itself
     * @param evidence what it rests on
     */
    public record Named(
            String code,
            int number,
            String message,
            boolean certain,
            String fix,
            String remedy,
            String place,
            List<Piece> evidence) {}

    /** @param result {@code holds}, {@code broken}, {@code fails} or {@code unknown} */
    public record Step(String link, String place, String result, String found, List<Piece> evidence) {}

    /** @param value in plain text; for an unknown one, why it could not be told */
    public record Piece(String fact, String source, Instant at, boolean known, String value) {}

    public record End(String node, List<Piece> facts) {}

    static DiagnosisView of(
            Ref partition, Member from, @Nullable Member to, Instant at, Diagnosis diagnosis, List<End> ends) {
        return new DiagnosisView(
                partition,
                from,
                to,
                at,
                diagnosis.verdict().name().toLowerCase(Locale.ROOT),
                diagnosis.passes().orElse(null),
                diagnosis.primary().map(DiagnosisView::named).orElse(null),
                diagnosis.consequences().stream().map(DiagnosisView::step).toList(),
                diagnosis.besides().stream().map(DiagnosisView::step).toList(),
                diagnosis.untold().stream().map(DiagnosisView::step).toList(),
                diagnosis.links().stream().map(DiagnosisView::step).toList(),
                ends);
    }

    private static Named named(LinkResult.Broken broken) {
        Cause cause = broken.cause();
        return new Named(
                cause.known().code(),
                cause.known().number(),
                cause.message(),
                cause.certain(),
                cause.known().fix(),
                cause.known().remedy().name().toLowerCase(Locale.ROOT),
                broken.place().text(),
                broken.evidence().stream().map(DiagnosisView::piece).toList());
    }

    /** As people write it: {@code node1 → node2}. */
    String pair() {
        return from.node().name() + (to == null ? "" : " → " + to.node().name());
    }

    /** The daemon of this end, where it gave no answer. */
    public boolean isSilent(String place) {
        return untold.stream()
                .anyMatch(step -> step.link().equals("daemon") && step.place().equals(place));
    }

    private static Step step(LinkResult link) {
        return new Step(
                link.link().text(),
                link.place().text(),
                word(link),
                link.found(),
                link.evidence().stream().map(DiagnosisView::piece).toList());
    }

    static End end(String node, Facts facts) {
        return new End(node, facts.all().stream().map(DiagnosisView::piece).toList());
    }

    private static Piece piece(Fact fact) {
        String value = fact.told() instanceof Told.Unknown unknown ? unknown.why() : fact.text();
        return new Piece(fact.key().text(), fact.source(), fact.at(), !(fact.told() instanceof Told.Unknown), value);
    }

    private static String word(LinkResult link) {
        if (link instanceof LinkResult.Holds) {
            return "holds";
        }
        if (link instanceof LinkResult.Broken) {
            return "broken";
        }
        return link instanceof LinkResult.Symptom ? "fails" : "unknown";
    }
}
