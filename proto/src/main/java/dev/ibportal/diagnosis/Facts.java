package dev.ibportal.diagnosis;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What was gathered at one place, at most one fact a key. What was not looked at is unknown. */
public final class Facts {
    public static final Facts NONE = new Facts(Map.of());
    private static final Told NOT_LOOKED_AT = new Told.Unknown("was not looked at");

    private final Map<FactKey, Fact> facts;

    private Facts(Map<FactKey, Fact> facts) {
        this.facts = facts;
    }

    public static Facts of(Collection<Fact> gathered) {
        Map<FactKey, Fact> facts = new EnumMap<>(FactKey.class);
        gathered.forEach(fact -> facts.put(fact.key(), fact));
        return new Facts(facts);
    }

    /** These, and where a key is in both, the other's. */
    public Facts with(Fact... more) {
        Map<FactKey, Fact> all = new EnumMap<>(FactKey.class);
        all.putAll(facts);
        Arrays.stream(more).forEach(fact -> all.put(fact.key(), fact));
        return new Facts(all);
    }

    public Collection<Fact> all() {
        return facts.values();
    }

    public boolean isEmpty() {
        return facts.isEmpty();
    }

    public Told told(FactKey key) {
        Fact fact = facts.get(key);
        return fact == null ? NOT_LOOKED_AT : fact.told();
    }

    public Optional<String> value(FactKey key) {
        return told(key) instanceof Told.Value value ? Optional.of(value.text()) : Optional.empty();
    }

    public boolean is(FactKey key, String text) {
        return value(key).filter(text::equals).isPresent();
    }

    /** Known not to be there. */
    public boolean lacks(FactKey key) {
        return told(key) instanceof Told.Nothing;
    }

    /** Why it is not known; empty where it is. */
    public Optional<String> unknown(FactKey key) {
        return told(key) instanceof Told.Unknown unknown ? Optional.of(unknown.why()) : Optional.empty();
    }

    public OptionalInt number(FactKey key) {
        return value(key)
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElseGet(OptionalInt::empty);
    }

    public List<String> lines(FactKey key) {
        return value(key).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** First line with this text in it. */
    public Optional<String> line(FactKey key, String part) {
        return lines(key).stream().filter(line -> line.contains(part)).findFirst();
    }

    /** The facts of these keys that were looked at, in this order. */
    public List<Fact> evidence(FactKey... keys) {
        return Arrays.stream(keys)
                .flatMap(key -> Optional.ofNullable(facts.get(key)).stream())
                .toList();
    }

    /** The oldest look of all. */
    public Optional<Instant> oldest() {
        return facts.values().stream().map(Fact::at).min(Instant::compareTo);
    }
}
