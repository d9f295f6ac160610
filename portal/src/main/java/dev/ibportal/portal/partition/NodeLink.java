package dev.ibportal.portal.partition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One link of the chain on the node, as its daemon reported it. */
record NodeLink(Kind kind, Verdict verdict, String wanted, String found) {
    private static final ObjectMapper JSON = new ObjectMapper();

    enum Kind {
        DRIVER,
        PORT,
        PKEY_IN_TABLE,
        INTERFACE,
        CARRIER,
        MODE,
        MTU,
        ADDRESS,
        PERSISTED,
        ROUTING,
        DNS,
        HOST_PROFILE
    }

    enum Verdict {
        OK,
        BROKEN,
        UNKNOWN
    }

    /** Links that this version does not know are left out: the daemon may be newer in them. */
    static List<NodeLink> read(String json) {
        List<NodeLink> links = new ArrayList<>();
        try {
            for (JsonNode entry : JSON.readTree(json)) {
                Optional<Kind> kind = constant(Kind.class, entry.path("link").asText(), "CHAIN_LINK_");
                Verdict verdict = constant(Verdict.class, entry.path("verdict").asText(), "VERDICT_")
                        .orElse(Verdict.UNKNOWN);
                kind.ifPresent(known -> links.add(new NodeLink(
                        known,
                        verdict,
                        entry.path("wanted").asText(),
                        entry.path("found").asText())));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database keeps valid JSON only", e);
        }
        return links;
    }

    private static <E extends Enum<E>> Optional<E> constant(Class<E> type, String text, String prefix) {
        String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
        String bare = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(bare)) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }
}
