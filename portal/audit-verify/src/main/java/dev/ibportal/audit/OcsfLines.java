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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * OCSF 1.3, class API Activity (6003), one event a line. The event as {@link JsonLines} writes it is its
 * {@code raw_data}, so that what a SIEM has kept can still be proven.
 */
final class OcsfLines implements EventSink {
    private static final int CATEGORY = 6;
    private static final int CLASS = 6003;
    private static final int OTHER = 99;
    private static final int USER = 1;
    private static final int SYSTEM = 3;
    private static final Map<Integer, String> ACTIVITIES = Map.of(1, "Create", 2, "Read", 3, "Update", 4, "Delete");
    private static final int BUFFER = 1 << 16;
    private static final JsonFactory JSON = new JsonFactory();
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<String> CREATES =
            Set.of("create", "add", "register", "invite", "enrol", "grant", "allocate", "insert");
    private static final Set<String> READS = Set.of("export", "read", "verify", "get");
    private static final Set<String> DELETES =
            Set.of("delete", "remove", "release", "revoke", "free", "retire", "drop-month", "truncate");

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
        int activity = activity(event.action());
        boolean success = event.outcome().equals("success");
        json.writeStartObject();
        json.writeNumberField("category_uid", CATEGORY);
        json.writeNumberField("class_uid", CLASS);
        json.writeNumberField("activity_id", activity);
        json.writeStringField("activity_name", ACTIVITIES.getOrDefault(activity, verb(event.action())));
        json.writeNumberField("type_uid", CLASS * 100 + activity);
        json.writeNumberField("time", event.at().toEpochMilli());
        json.writeNumberField("severity_id", success ? 1 : 2);
        json.writeNumberField("status_id", success ? 1 : 2);
        json.writeStringField("status", success ? "Success" : "Failure");
        json.writeStringField("status_code", event.outcome());
        text("status_detail", event.reason());
        metadata(exported);
        actor(event);
        request(event);
        resource(event);
        json.writeStringField("raw_data", JsonLines.line(exported));
        json.writeEndObject();
        json.flush();
        writer.write('\n');
    }

    /** What is not known is left out: an empty text would be a value. */
    private void text(String name, @Nullable String value) throws IOException {
        if (value != null && !value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private void metadata(ExportedEvent exported) throws IOException {
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
        json.writeObjectFieldStart("product");
        json.writeStringField("name", "ibportal");
        json.writeStringField("vendor_name", "ibportal");
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
        json.writeObjectFieldStart("src_endpoint");
        if (event.sourceAddress().isEmpty()) {
            json.writeStringField("name", "ibportal");
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

    private static String verb(String action) {
        return action.substring(action.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static int activity(String action) {
        String verb = verb(action);
        if (CREATES.contains(verb)) {
            return 1;
        }
        if (READS.contains(verb)) {
            return 2;
        }
        if (DELETES.contains(verb)) {
            return 4;
        }
        return verb.contains("update") || verb.contains("change") ? 3 : OTHER;
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
