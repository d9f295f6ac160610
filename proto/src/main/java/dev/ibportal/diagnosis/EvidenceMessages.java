package dev.ibportal.diagnosis;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.Evidence;
import dev.ibportal.agent.v1.GatheredFact;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Facts on their way from a daemon to the portal. */
public final class EvidenceMessages {
    /** Longer values are cut: a kernel log would else fill a message. */
    private static final int LONGEST = 20_000;

    private static final Map<String, FactKey> KEYS =
            Arrays.stream(FactKey.values()).collect(Collectors.toMap(FactKey::text, Function.identity()));

    private EvidenceMessages() {}

    public static Evidence of(Facts facts) {
        Evidence.Builder evidence = Evidence.newBuilder();
        facts.all().forEach(fact -> evidence.addFacts(message(fact)));
        return evidence.build();
    }

    private static GatheredFact.Builder message(Fact fact) {
        GatheredFact.Builder message = GatheredFact.newBuilder()
                .setKey(fact.key().text())
                .setSource(fact.source())
                .setAt(stamp(fact.at()));
        if (fact.told() instanceof Told.Value value) {
            message.setValue(cut(value.text()));
        } else if (fact.told() instanceof Told.Unknown unknown) {
            message.setUnknown(cut(unknown.why()));
        }
        return message;
    }

    private static Timestamp stamp(Instant at) {
        return Timestamp.newBuilder()
                .setSeconds(at.getEpochSecond())
                .setNanos(at.getNano())
                .build();
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(text.length() - LONGEST) : text;
    }

    /** What this version does not know is left out: the daemon may be newer. */
    public static Facts read(Evidence evidence) {
        return Facts.of(evidence.getFactsList().stream()
                .flatMap(message -> fact(message).stream())
                .toList());
    }

    private static Optional<Fact> fact(GatheredFact message) {
        Told told = switch (message.getToldCase()) {
            case VALUE -> new Told.Value(message.getValue());
            case UNKNOWN -> new Told.Unknown(message.getUnknown());
            case TOLD_NOT_SET -> new Told.Nothing();
        };
        Instant at = Instant.ofEpochSecond(
                message.getAt().getSeconds(), message.getAt().getNanos());
        return Optional.ofNullable(KEYS.get(message.getKey())).map(key -> new Fact(key, message.getSource(), at, told));
    }
}
