package dev.ibportal.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * OCSF 1.3, one event a line, in the class that {@link OcsfClass} says. The event as {@link JsonLines} writes it is its
 * {@code raw_data}, so that what a SIEM has kept can still be proven.
 */
final class OcsfLines implements EventSink {
    private static final int UNKNOWN = 0;
    private static final int USER = 1;
    private static final int SYSTEM = 3;
    private static final String PRODUCT = "ibportal";
    private static final int BUFFER = 1 << 16;
    private static final JsonFactory JSON = new JsonFactory();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Writer writer;
    private final JsonGenerator json;

    OcsfLines(OutputStream out) throws IOException {
        writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
        json = JSON.createGenerator(writer);
        json.setRootValueSeparator(null);
    }

    @Override
    public void write(ExportedEvent exported) throws IOException {
        AuditRecord event = exported.event();
        OcsfClass kind = OcsfClass.of(event.action());
        boolean success = event.outcome().equals("success");
        json.writeStartObject();
        kind(kind);
        json.writeNumberField("time", event.at().toEpochMilli());
        json.writeNumberField("severity_id", success ? 1 : 2);
        json.writeNumberField("status_id", success ? 1 : 2);
        json.writeStringField("status", success ? "Success" : "Failure");
        json.writeStringField("status_code", event.outcome());
        text("status_detail", event.reason());
        metadata(exported, kind);
        actor(event);
        source(event);
        if (kind.isApi()) {
            request(event);
            resource(event);
        } else {
            account(event, kind);
        }
        json.writeStringField("raw_data", JsonLines.line(exported));
        json.writeEndObject();
        json.flush();
        writer.write('\n');
    }

    private void kind(OcsfClass kind) throws IOException {
        json.writeNumberField("category_uid", kind.category());
        json.writeStringField("category_name", kind.categoryName());
        json.writeNumberField("class_uid", kind.uid());
        json.writeStringField("class_name", kind.name());
        json.writeNumberField("activity_id", kind.activity());
        json.writeStringField("activity_name", kind.activityName());
        json.writeNumberField("type_uid", kind.type());
        json.writeStringField("type_name", kind.name() + ": " + kind.activityName());
    }

    /** Whose account it is; a log-in in the name of nobody has one that is not known. */
    private void account(AuditRecord event, OcsfClass kind) throws IOException {
        boolean known = !event.objectName().isEmpty() || !event.objectId().isEmpty();
        json.writeObjectFieldStart("user");
        text("name", known ? event.objectName() : "unknown");
        text("uid", event.objectId());
        json.writeNumberField("type_id", known ? USER : UNKNOWN);
        json.writeEndObject();
        if (kind.isAuthentication()) {
            json.writeObjectFieldStart("service");
            json.writeStringField("name", PRODUCT);
            json.writeEndObject();
        }
    }

    /** What is not known is left out: an empty text would be a value. */
    private void text(String name, @Nullable String value) throws IOException {
        if (value != null && !value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private void metadata(ExportedEvent exported, OcsfClass kind) throws IOException {
        AuditRecord event = exported.event();
        Long number = exported.number();
        json.writeObjectFieldStart("metadata");
        json.writeStringField("version", "1.3.0");
        json.writeStringField("uid", Long.toString(event.id()));
        if (number != null) {
            json.writeNumberField("sequence", number);
        }
        json.writeStringField("event_code", event.action());
        json.writeStringField("original_time", event.at().toString());
        json.writeStringField("log_name", "audit");
        text("tenant_uid", event.tenantId());
        if (!kind.isApi()) {
            json.writeStringField("correlation_uid", event.requestId());
        }
        json.writeObjectFieldStart("product");
        json.writeStringField("name", PRODUCT);
        json.writeStringField("vendor_name", PRODUCT);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void actor(AuditRecord event) throws IOException {
        json.writeObjectFieldStart("actor");
        json.writeObjectFieldStart("user");
        json.writeStringField("name", event.actorName());
        text("uid", event.actorId());
        json.writeNumberField("type_id", event.actorId() == null ? SYSTEM : USER);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void request(AuditRecord event) throws IOException {
        json.writeObjectFieldStart("api");
        json.writeStringField("operation", event.action());
        json.writeObjectFieldStart("request");
        json.writeStringField("uid", event.requestId());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void source(AuditRecord event) throws IOException {
        json.writeObjectFieldStart("src_endpoint");
        if (event.sourceAddress().isEmpty()) {
            json.writeStringField("name", PRODUCT);
        } else {
            json.writeStringField("ip", event.sourceAddress());
        }
        json.writeEndObject();
    }

    /** A resource has a name or an id, or it is none. */
    private void resource(AuditRecord event) throws IOException {
        if (event.objectId().isEmpty() && event.objectName().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("resources");
        json.writeStartObject();
        text("type", event.objectKind());
        text("uid", event.objectId());
        text("name", event.objectName());
        text("namespace", event.tenantName());
        json.writeEndObject();
        json.writeEndArray();
    }

    @Override
    public void finish() throws IOException {
        json.flush();
        writer.flush();
    }

    static void read(InputStream in, EventSink to) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), BUFFER);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode raw = MAPPER.readTree(line).path("raw_data");
            if (!raw.isTextual()) {
                throw new IllegalArgumentException("a line has no raw_data");
            }
            to.write(JsonLines.parse(raw.textValue()));
        }
        to.finish();
    }
}
