package dev.ibportal.drivers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The profiles that can be chosen. A data file: every fact in it names its source, and it can be written out and read in. */
public record Catalogue(List<Profile> profiles) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    public Catalogue {
        profiles = List.copyOf(profiles);
        Set<String> ids = new HashSet<>();
        for (Profile profile : profiles) {
            if (!ids.add(profile.id())) {
                throw wrong("two profiles have the id " + profile.id(), profile.id());
            }
            if (profile.sources().isEmpty()) {
                throw wrong("profile " + profile.id() + " names no source of what it says", profile.id());
            }
        }
    }

    /** What comes with the product. */
    public static Catalogue shipped() {
        try (InputStream file = Catalogue.class.getResourceAsStream("catalogue.json")) {
            return read(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws InvalidValueException when it is no catalogue, with the line and what was expected */
    public static Catalogue read(String json) {
        try {
            return JSON.readValue(json, Catalogue.class);
        } catch (JsonProcessingException e) {
            if (e.getCause() instanceof InvalidValueException invalid) {
                throw invalid;
            }
            String where =
                    e.getLocation() == null ? "" : " in line " + e.getLocation().getLineNr();
            throw wrong("this is no catalogue of drivers" + where + ": " + e.getOriginalMessage(), "");
        }
    }

    public String write() {
        try {
            return JSON.writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("every catalogue can be written", e);
        }
    }

    private static InvalidValueException wrong(String message, String text) {
        return new InvalidValueException("catalogue.invalid", message, text);
    }
}
