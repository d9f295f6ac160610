package dev.ibportal.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line. The states before and after are in it as the database prints them, character by character: the
 * digest is over that text.
 */
final class JsonLines implements EventSink {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int BUFFER = 1 << 16;

    private final Writer writer;
    private final JsonGenerator json;

    JsonLines(OutputStream out) throws IOException {
        writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
        json = JSON.createGenerator(writer);
        json.setRootValueSeparator(null);
    }

    @Override
    public void write(ExportedEvent event) throws IOException {
        write(json, event);
        json.flush();
        writer.write('\n');
    }

    @Override
    public void finish() throws IOException {
        json.flush();
        writer.flush();
    }

    static String line(ExportedEvent event) throws IOException {
        java.io.StringWriter text = new java.io.StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(json, event);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, ExportedEvent exported) throws IOException {
        AuditRecord event = exported.event();
        Long number = exported.number();
        json.writeStartObject();
        if (number != null) {
            json.writeNumberField("number", number);
        }
        json.writeNumberField("id", event.id());
        json.writeStringField("at", event.at().toString());
        optional(json, "actorId", event.actorId());
        json.writeStringField("actorName", event.actorName());
        optional(json, "actorTenantId", event.actorTenantId());
        optional(json, "behalfId", event.behalfId());
        json.writeStringField("behalfName", event.behalfName());
        optional(json, "tenantId", event.tenantId());
        json.writeStringField("tenantName", event.tenantName());
        json.writeStringField("action", event.action());
        json.writeStringField("objectKind", event.objectKind());
        json.writeStringField("objectId", event.objectId());
        json.writeStringField("objectName", event.objectName());
        raw(json, "before", event.before());
        raw(json, "after", event.after());
        json.writeStringField("outcome", event.outcome());
        json.writeStringField("reason", event.reason());
        json.writeStringField("requestId", event.requestId());
        json.writeStringField("sourceAddress", event.sourceAddress());
        json.writeEndObject();
    }

    private static void optional(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static void raw(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeFieldName(name);
            json.writeRawValue(value);
        }
    }

    static void read(InputStream in, EventSink to) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), BUFFER);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            to.write(parse(line));
        }
        to.finish();
    }

    static ExportedEvent parse(String line) throws IOException {
        Map<String, String> values = new HashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken token = parser.nextToken();
                values.put(
                        name,
                        token == JsonToken.VALUE_STRING && !isState(name) ? parser.getText() : source(parser, line));
            }
        }
        String number = values.get("number");
        return new ExportedEvent(number == null ? null : Long.valueOf(number), event(values));
    }

    private static boolean isState(String name) {
        return name.equals("before") || name.equals("after");
    }

    /** The value as it stands in the line. */
    private static String source(JsonParser parser, String line) throws IOException {
        int begin = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getCharOffset();
        return line.substring(begin, end).strip();
    }

    private static AuditRecord event(Map<String, String> values) {
        return new AuditRecord(
                Long.parseLong(text(values, "id")),
                Instant.parse(text(values, "at")),
                values.get("actorId"),
                text(values, "actorName"),
                values.get("actorTenantId"),
                values.get("behalfId"),
                text(values, "behalfName"),
                values.get("tenantId"),
                text(values, "tenantName"),
                text(values, "action"),
                text(values, "objectKind"),
                text(values, "objectId"),
                text(values, "objectName"),
                values.get("before"),
                values.get("after"),
                text(values, "outcome"),
                text(values, "reason"),
                text(values, "requestId"),
                text(values, "sourceAddress"));
    }

    private static String text(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("an event lacks its field " + name);
        }
        return value;
    }
}
