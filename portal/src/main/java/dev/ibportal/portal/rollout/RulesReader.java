package dev.ibportal.portal.rollout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.rollout.core.Rules;

/** Rules as the database keeps them. */
final class RulesReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RulesReader() {}

    static String text(RulesJson rules) {
        try {
            return JSON.writeValueAsString(rules.filled());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of text and numbers always become JSON", e);
        }
    }

    static RulesJson read(String text) {
        try {
            return JSON.readValue(text, RulesJson.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("rules are kept as they were written", e);
        }
    }

    static Rules rules(String text) {
        return read(text).rules();
    }
}
