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
 * @param verdict {@code sound}, {@code broken} or {@code cannot_be_told}
 * @param consequences fail too, and hold again with the cause mended
 * @param besides are broken on their own
 * @param ends the evidence, as it was gathered
 */
public record DiagnosisView(
        Ref partition,
        Member from,
        @Nullable Member to,
        Instant at,
        String verdict,
        @Nullable Named primary,
        List<Step> consequences,
        List<Step> besides,
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
     */
    public record Named(
            String code, int number, String message, boolean certain, String fix, String remedy, String place) {}

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
                diagnosis.primary().map(DiagnosisView::named).orElse(null),
                diagnosis.consequences().stream().map(DiagnosisView::step).toList(),
                diagnosis.besides().stream().map(DiagnosisView::step).toList(),
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
                broken.place().text());
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
