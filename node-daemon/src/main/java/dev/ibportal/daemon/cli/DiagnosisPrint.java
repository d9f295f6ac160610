package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.diagnose.Question;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.diagnosis.Cause;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.LinkResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A diagnosis for people and for programs. */
final class DiagnosisPrint {
    private DiagnosisPrint() {}

    record Told(Question question, Facts facts, Diagnosis diagnosis) {
        String subject() {
            String name = question.interfaceName()
                    .or(() -> facts.value(FactKey.INTERFACE))
                    .orElse("this host");
            return name + question.peer().map(peer -> " to " + peer).orElse("");
        }
    }

    static String text(List<Told> all, Instant now) {
        StringBuilder text = new StringBuilder();
        all.forEach(told -> one(text, told, now));
        return text.toString();
    }

    private static void one(StringBuilder text, Told told, Instant now) {
        Diagnosis diagnosis = told.diagnosis();
        text.append(text.isEmpty() ? "" : "\n").append(told.subject()).append("\n");
        switch (diagnosis.verdict()) {
            case SOUND ->
                text.append(
                        diagnosis.untold().isEmpty()
                                ? "  no fault found\n"
                                : "  no fault found in what could be told; see \"not told\" below\n");
            case CANNOT_BE_TOLD ->
                text.append(
                        diagnosis.consequences().isEmpty()
                                ? "  nothing broken was found, but what matters could not be told; see \"not told\" below\n"
                                : "  something fails; why cannot be told here\n");
            case AT_RISK -> {
                text.append("  packets pass now, but something is broken that will matter\n");
                diagnosis.primary().ifPresent(primary -> primary(text, primary.cause()));
            }
            case BROKEN, NOT_MEANT -> diagnosis.primary().ifPresent(primary -> primary(text, primary.cause()));
        }
        diagnosis.consequences().forEach(each -> line(text, "fails too", each));
        diagnosis.besides().forEach(each -> line(text, "also broken", each));
        text.append("\n");
        for (LinkResult link : diagnosis.links()) {
            line(text, word(link), link);
            if (!(link instanceof LinkResult.Holds)) {
                link.evidence().forEach(fact -> evidence(text, fact, now));
            }
        }
    }

    private static void primary(StringBuilder text, Cause cause) {
        text.append("  cause        ")
                .append(cause.certain() ? "" : "likely: ")
                .append(cause.message())
                .append('\n');
        text.append("  fix          ").append(cause.known().fix()).append('\n');
        text.append("  code         ").append(cause.known().code()).append('\n');
    }

    private static void line(StringBuilder text, String what, LinkResult link) {
        text.append(String.format(
                Locale.ROOT, "  %-12s %-15s %s%n", what, link.link().text(), link.found()));
    }

    private static void evidence(StringBuilder text, Fact fact, Instant now) {
        long age = Math.max(0, Duration.between(fact.at(), now).toSeconds());
        text.append(String.format(
                Locale.ROOT,
                "               %s = %s   (%s, %d s ago)%n",
                fact.key().text(),
                fact.text().lines().findFirst().orElse(""),
                fact.source(),
                age));
    }

    private static String word(LinkResult link) {
        if (link instanceof LinkResult.Holds) {
            return "holds";
        }
        if (link instanceof LinkResult.Broken) {
            return "broken";
        }
        return link instanceof LinkResult.Symptom ? "fails" : "not told";
    }

    static String json(List<Told> all) {
        ArrayNode array = Json.array();
        all.forEach(told -> array.add(document(told)));
        return Json.print(array) + "\n";
    }

    private static ObjectNode document(Told told) {
        ObjectNode node = Json.object();
        node.put("subject", told.subject());
        node.put("verdict", told.diagnosis().verdict().name().toLowerCase(Locale.ROOT));
        told.diagnosis().primary().ifPresent(primary -> node.set("primary", link(primary)));
        ArrayNode consequences = node.putArray("consequences");
        told.diagnosis().consequences().forEach(each -> consequences.add(link(each)));
        ArrayNode besides = node.putArray("besides");
        told.diagnosis().besides().forEach(each -> besides.add(link(each)));
        ArrayNode links = node.putArray("links");
        told.diagnosis().links().forEach(each -> links.add(link(each)));
        ArrayNode facts = node.putArray("facts");
        told.facts().all().forEach(fact -> facts.add(fact(fact)));
        return node;
    }

    private static ObjectNode link(LinkResult link) {
        ObjectNode node = Json.object();
        node.put("link", link.link().text());
        node.put("result", word(link));
        node.put("found", link.found());
        if (link instanceof LinkResult.Broken broken) {
            node.put("code", broken.cause().known().code());
            node.put("certain", broken.cause().certain());
            node.put("fix", broken.cause().known().fix());
        }
        ArrayNode evidence = node.putArray("evidence");
        link.evidence().forEach(fact -> evidence.add(fact.key().text()));
        return node;
    }

    private static ObjectNode fact(Fact fact) {
        ObjectNode node = Json.object();
        node.put("fact", fact.key().text());
        node.put("source", fact.source());
        node.put("at", fact.at().toString());
        node.put("known", !(fact.told() instanceof dev.ibportal.diagnosis.Told.Unknown));
        node.put("nothing", fact.told() instanceof dev.ibportal.diagnosis.Told.Nothing);
        node.put("value", fact.text());
        return node;
    }
}
