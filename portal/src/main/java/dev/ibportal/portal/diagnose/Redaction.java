package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a tenant may see of a host that it shares: not the keys, names, addresses and rules of others on it. Facts are cut
 * before they are judged, so that no message of a cause can tell more than they do.
 */
final class Redaction {
    private static final Pattern CHILD = Pattern.compile("\\b[a-z][a-z0-9]*\\.[0-9a-f]{4}\\b");

    /** Stands for lines that concern others on the same host. */
    static final String LEFT_OUT = "(others are not shown)";

    private Redaction() {}

    static Facts forTenant(Facts facts) {
        String own = facts.value(FactKey.INTERFACE).orElse("");
        String entry = facts.value(FactKey.PKEY_ENTRY).orElse("");
        return Facts.of(facts.all().stream().map(fact -> cut(fact, own, entry)).toList());
    }

    private static Fact cut(Fact fact, String own, String entry) {
        if (!(fact.told() instanceof Told.Value value)) {
            return fact;
        }
        List<String> lines = value.text().lines().toList();
        return switch (fact.key()) {
            case PKEY_TABLE -> kept(fact, lines, entry::equals);
            case KERNEL_LOG -> kept(fact, lines, line -> isOwn(line, own));
            case SAME_NETWORK -> with(fact, List.of("another interface"));
            case POLICY_RULES -> with(fact, List.of("a rule of the host"));
            case FILTER ->
                with(
                        fact,
                        lines.stream()
                                .map(line -> line.contains(own) ? line : hidden(line))
                                .toList());
            case DENIALS -> with(fact, List.of("a denial in the kernel log"));
            case OTHER_OWNER ->
                with(
                        fact,
                        lines.stream()
                                .map(line -> line.replaceFirst(" at .*", " at another port"))
                                .toList());
            default -> fact;
        };
    }

    /** What was left out is said: the rest would else look like all there is. */
    private static Fact kept(Fact fact, List<String> lines, Predicate<String> mayBeSeen) {
        List<String> kept = new ArrayList<>(lines.stream().filter(mayBeSeen).toList());
        if (kept.size() < lines.size()) {
            kept.add(LEFT_OUT);
        }
        return with(fact, kept);
    }

    private static String hidden(String line) {
        return line.startsWith("maybe ") ? "maybe a rule of the host" : "a rule of the host";
    }

    private static boolean isOwn(String line, String own) {
        return CHILD.matcher(line).results().allMatch(name -> name.group().equals(own));
    }

    private static Fact with(Fact fact, List<String> lines) {
        Told told = Optional.of(String.join("\n", lines))
                .filter(text -> !text.isEmpty())
                .<Told>map(Told.Value::new)
                .orElseGet(Told.Nothing::new);
        return new Fact(fact.key(), fact.source(), fact.at(), told);
    }
}
