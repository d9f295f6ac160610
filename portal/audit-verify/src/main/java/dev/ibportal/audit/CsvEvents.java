package dev.ibportal.audit;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
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
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log as a table for spreadsheets: RFC 4180, UTF-8 with a byte order mark, times in UTC. An apostrophe stands before
 * every text that a spreadsheet would run as a formula or turn into a number or a date, and before those that begin with
 * an apostrophe; taking the first apostrophe of a cell away gives back what was written.
 */
final class CsvEvents implements EventSink {
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final int BUFFER = 1 << 16;
    private static final String STARTS = "=+-@\uff1d\uff0b\uff0d\uff20'";
    private static final Pattern NUMBER_OR_DATE = Pattern.compile(
            "\\d+([.,]\\d+)?([eE][+-]?\\d+)?\\s*[-%]?|\\d{1,4}[-/.]\\d{1,2}([-/.]\\d{1,4})?|\\d+:\\d+(:\\d+)?");
    private static final Pattern TRUTH = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);
    private static final List<String> HEADER = List.of(
            "number",
            "id",
            "at",
            "actor",
            "actor_id",
            "actor_tenant_id",
            "behalf",
            "behalf_id",
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

    private final Writer writer;
    private final CsvWriter csv;

    CsvEvents(OutputStream out) throws IOException {
        writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
        writer.write(BYTE_ORDER_MARK);
        csv = CsvWriter.builder().build(writer);
        csv.writeRecord(HEADER);
    }

    @Override
    public void write(ExportedEvent exported) {
        AuditRecord event = exported.event();
        csv.writeRecord(
                Objects.toString(exported.number(), ""),
                Long.toString(event.id()),
                event.at().toString(),
                safe(event.actorName()),
                plain(event.actorId()),
                plain(event.actorTenantId()),
                safe(event.behalfName()),
                plain(event.behalfId()),
                safe(event.tenantName()),
                plain(event.tenantId()),
                event.action(),
                event.objectKind(),
                safe(event.objectId()),
                safe(event.objectName()),
                event.outcome(),
                safe(event.reason()),
                safe(plain(event.before())),
                safe(plain(event.after())),
                event.requestId(),
                safe(event.sourceAddress()));
    }

    @Override
    public void finish() throws IOException {
        csv.flush();
        writer.flush();
    }

    private static String plain(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Leading blanks do not keep a spreadsheet from reading a formula. */
    static String safe(String text) {
        if (text.isEmpty()) {
            return text;
        }
        char first = text.charAt(0);
        if ((first >= 'A' && first <= 'z') || first == '{') {
            return TRUTH.matcher(text.strip()).matches() ? "'" + text : text;
        }
        String seen = text.stripLeading();
        boolean start = !seen.isEmpty() && STARTS.indexOf(seen.charAt(0)) >= 0;
        boolean guarded = first < ' '
                || start
                || NUMBER_OR_DATE.matcher(seen.stripTrailing()).matches()
                || TRUTH.matcher(seen.stripTrailing()).matches();
        return guarded ? "'" + text : text;
    }

    static String unsafe(String cell) {
        return cell.startsWith("'") ? cell.substring(1) : cell;
    }

    static void read(InputStream in, EventSink to) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), BUFFER);
        reader.mark(1);
        if (reader.read() != BYTE_ORDER_MARK) {
            reader.reset();
        }
        CsvReader<NamedCsvRecord> rows =
                CsvReader.builder().maxBufferSize(1 << 26).ofNamedCsvRecord(reader);
        for (NamedCsvRecord row : rows) {
            to.write(event(row));
        }
        to.finish();
    }

    private static ExportedEvent event(NamedCsvRecord row) {
        String number = row.getField("number");
        AuditRecord event = new AuditRecord(
                Long.parseLong(row.getField("id")),
                Instant.parse(row.getField("at")),
                orNull(row, "actor_id"),
                text(row, "actor"),
                orNull(row, "actor_tenant_id"),
                orNull(row, "behalf_id"),
                text(row, "behalf"),
                orNull(row, "tenant_id"),
                text(row, "tenant"),
                text(row, "action"),
                text(row, "object_kind"),
                text(row, "object_id"),
                text(row, "object"),
                orNull(row, "before"),
                orNull(row, "after"),
                text(row, "outcome"),
                text(row, "reason"),
                text(row, "request_id"),
                text(row, "source_address"));
        return new ExportedEvent(number.isEmpty() ? null : Long.valueOf(number), event);
    }

    private static String text(NamedCsvRecord row, String field) {
        return unsafe(row.getField(field));
    }

    private static @Nullable String orNull(NamedCsvRecord row, String field) {
        String text = text(row, field);
        return text.isEmpty() ? null : text;
    }
}
