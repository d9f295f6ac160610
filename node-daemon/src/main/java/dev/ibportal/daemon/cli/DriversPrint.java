package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibportal.daemon.drivers.DriverFacts;
import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Decision;
import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.Profile;
import dev.ibportal.drivers.Verdict;
import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Verdicts about drivers, for people and for programs. */
final class DriversPrint {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private DriversPrint() {}

    static String text(DriverFacts facts, List<Verdict> verdicts, Catalogue catalogue) {
        NodeShape shape = facts.shape();
        StringBuilder text = new StringBuilder();
        text.append("system    ")
                .append(known((shape.system() + " " + shape.systemVersion()).strip()))
                .append('\n');
        text.append("kernel    ")
                .append(known(shape.kernel()))
                .append(' ')
                .append(shape.architecture())
                .append('\n');
        text.append("adapters  ")
                .append(
                        shape.adapters().isEmpty()
                                ? "none found"
                                : shape.adapters().stream()
                                        .map(id ->
                                                id + " (" + HcaGeneration.of(id).label() + ")")
                                        .collect(Collectors.joining(", ")))
                .append('\n');
        facts.unreadable()
                .forEach(line -> text.append("unread    ").append(line).append('\n'));
        for (Verdict verdict : verdicts) {
            text.append('\n')
                    .append(verdict.profile().label())
                    .append(" (")
                    .append(verdict.profile().id())
                    .append("): ")
                    .append(word(verdict.answer()))
                    .append('\n');
            verdict.whyNot().forEach(reason -> text.append(line("not because", reason)));
            verdict.open().forEach(reason -> text.append(line("not known", reason)));
            verdict.notes().forEach(reason -> text.append(line("note", reason)));
            nearest(facts.shape(), verdict, catalogue)
                    .ifPresent(other -> text.append("  works instead: ")
                            .append(other.label())
                            .append(" (")
                            .append(other.id())
                            .append(")\n"));
        }
        return text.toString();
    }

    private static Optional<Profile> nearest(NodeShape shape, Verdict verdict, Catalogue catalogue) {
        return verdict.answer() == Answer.REFUSED
                ? Decision.nearest(shape, verdict.profile(), catalogue)
                : Optional.empty();
    }

    private static String known(String text) {
        return text.isEmpty() ? "not known" : text;
    }

    private static String word(Answer answer) {
        return switch (answer) {
            case WORKS -> "works";
            case REFUSED -> "does not work";
            case NOT_KNOWN -> "cannot be told";
        };
    }

    private static String line(String what, Reason reason) {
        return "  " + what + ": " + reason.text() + (reason.instead().isEmpty() ? "" : "; " + reason.instead()) + "\n";
    }

    static String json(DriverFacts facts, List<Verdict> verdicts, Catalogue catalogue) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("shape", facts.shape());
        all.put("unreadable", facts.unreadable());
        all.put(
                "profiles",
                verdicts.stream()
                        .map(verdict -> one(facts.shape(), verdict, catalogue))
                        .toList());
        try {
            return JSON.writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records can be written", e);
        }
    }

    private static Map<String, Object> one(NodeShape shape, Verdict verdict, Catalogue catalogue) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", verdict.profile().id());
        one.put("stack", verdict.profile().label());
        one.put("answer", verdict.answer().name().toLowerCase(Locale.ROOT));
        one.put("whyNot", verdict.whyNot());
        one.put("open", verdict.open());
        one.put("notes", verdict.notes());
        nearest(shape, verdict, catalogue).ifPresent(other -> one.put("instead", other.id()));
        return one;
    }
}
