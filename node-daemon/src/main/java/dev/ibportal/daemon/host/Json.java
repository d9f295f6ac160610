package dev.ibportal.daemon.host;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/**
 * Text and tree of JSON. Jackson's own ObjectMapper would do the same, but brings five hundred classes into a daemon that
 * should be small on every node.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What is deeper is no answer of any program that we ask, and threads of a small daemon have small stacks. */
    private static final int DEEPEST = 50;

    private Json() {}

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    /** @throws JsonProcessingException if it is not one JSON value */
    public static JsonNode parse(String text) throws JsonProcessingException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            JsonNode value = value(parser, DEEPEST);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something follows the value");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode value(JsonParser parser, int deeper) throws IOException {
        JsonToken token = parser.currentToken();
        if (deeper == 0) {
            throw new JsonParseException(parser, "deeper than " + DEEPEST + " levels, which nothing here is");
        }
        if (token == null) {
            throw new JsonParseException(parser, "there is no value");
        }
        return switch (token) {
            case START_OBJECT -> object(parser, deeper - 1);
            case START_ARRAY -> array(parser, deeper - 1);
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new JsonParseException(parser, "a value was expected");
        };
    }

    private static JsonNode integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private static JsonNode object(JsonParser parser, int deeper) throws IOException {
        ObjectNode node = NODES.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            node.set(name, value(parser, deeper));
        }
        return node;
    }

    private static JsonNode array(JsonParser parser, int deeper) throws IOException {
        ArrayNode node = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            node.add(value(parser, deeper));
        }
        return node;
    }

    /** Indented, for people who look into the file. */
    public static String print(JsonNode tree) {
        return text(tree, Optional.of(new DefaultPrettyPrinter()));
    }

    /** On one line. */
    public static String line(JsonNode tree) {
        return text(tree, Optional.empty());
    }

    private static String text(JsonNode tree, Optional<PrettyPrinter> printer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            printer.ifPresent(generator::setPrettyPrinter);
            write(generator, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, JsonNode node) throws IOException {
        switch (node.getNodeType()) {
            case OBJECT -> {
                generator.writeStartObject();
                for (Map.Entry<String, JsonNode> field : node.properties()) {
                    generator.writeFieldName(field.getKey());
                    write(generator, field.getValue());
                }
                generator.writeEndObject();
            }
            case ARRAY -> {
                generator.writeStartArray();
                for (JsonNode item : node) {
                    write(generator, item);
                }
                generator.writeEndArray();
            }
            case STRING -> generator.writeString(node.textValue());
            case NUMBER -> generator.writeNumber(node.numberValue().toString());
            case BOOLEAN -> generator.writeBoolean(node.booleanValue());
            case NULL -> generator.writeNull();
            case BINARY, MISSING, POJO ->
                throw new IllegalArgumentException(node.getNodeType() + " has no form in JSON");
        }
    }
}
