package dev.ibportal.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events to try things with. */
final class Samples {
    private Samples() {}

    static AuditRecord event(long id, String objectName, @Nullable String after) {
        return new AuditRecord(
                id,
                Instant.parse("2031-03-29T22:59:59.123456Z").plusSeconds(id),
                id % 3 == 0 ? null : "11111111-2222-3333-4444-555555555555",
                "olga",
                null,
                null,
                "",
                "99999999-2222-3333-4444-555555555555",
                "Aldermoor & Söhne",
                "tenant.change",
                "tenant",
                "0815",
                objectName,
                id % 2 == 0 ? null : "{\"name\": \"before\", \"n\": 1.50}",
                after,
                "success",
                "",
                "aaaaaaaa-2222-3333-4444-555555555555",
                "127.0.0.1");
    }

    static List<AuditRecord> events(int count) {
        List<AuditRecord> events = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            events.add(
                    event(i, "object " + i, "{\"i\": " + i + ", \"list\": [1, 2, {\"a\": \"}\\\"\"}], \"u\": \"é\"}"));
        }
        return events;
    }
}
