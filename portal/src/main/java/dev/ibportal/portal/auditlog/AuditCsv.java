package dev.ibportal.portal.auditlog;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The audit log as a table for spreadsheets: UTF-8 with a byte order mark, times in UTC, and no cell that a spreadsheet
 * would run as a formula.
 */
final class AuditCsv implements AutoCloseable {
    private static final String FORMULA_STARTS = "=+-@\uff1d\uff0b\uff0d\uff20";
    private static final List<String> HEADER = List.of(
            "id",
            "at",
            "actor",
            "actor_id",
            "actor_tenant_id",
            "tenant",
            "tenant_id",
            "action",
            "object_kind",
            "object_id",
            "object",
            "outcome",
            "reason",
            "before",
            "after",
            "request_id",
            "source_address");

    private final CsvWriter csv;

    AuditCsv(OutputStream out) {
        try {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            writer.write('\ufeff');
            csv = CsvWriter.builder().build(writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        csv.writeRecord(HEADER);
    }

    void write(AuditEventView event) {
        csv.writeRecord(
                Long.toString(event.id()),
                event.at().toString(),
                text(event.actorName()),
                text(event.actorId()),
                text(event.actorTenantId()),
                text(event.tenantName()),
                text(event.tenantId()),
                text(event.action()),
                text(event.objectKind()),
                text(event.objectId()),
                text(event.objectName()),
                text(event.outcome()),
                text(event.reason()),
                text(event.before()),
                text(event.after()),
                text(event.requestId()),
                text(event.sourceAddress()));
    }

    private static String text(@Nullable Object value) {
        return safe(Objects.toString(value, ""));
    }

    /** An apostrophe in front keeps a spreadsheet from reading a formula; leading blanks do not keep it from that. */
    static String safe(String text) {
        String seen = text.stripLeading();
        boolean control = text.startsWith("\t") || text.startsWith("\r");
        boolean formula = !seen.isEmpty() && FORMULA_STARTS.indexOf(seen.charAt(0)) >= 0;
        return control || formula ? "'" + text : text;
    }

    @Override
    public void close() {
        try {
            csv.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
