package dev.ibportal.portal.fabric;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.PKeyMapView.Key;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The PKeys of a fabric for operators, who alone may see whose they are and keep some back. */
@ApplicationScoped
class PKeyMaps {
    private static final int BLOCK = 256;
    private static final int REASON_LENGTH = 200;

    private final FabricService fabrics;
    private final FabricDb db;
    private final PKeyMapSql sql;
    private final AuditLog audit;

    PKeyMaps(FabricService fabrics, FabricDb db, PKeyMapSql sql, AuditLog audit) {
        this.fabrics = fabrics;
        this.db = db;
        this.sql = sql;
        this.audit = audit;
    }

    /** @param block 0 to 127; absent: all blocks with how full they are */
    PKeyMapView look(UUID id, @Nullable Integer block) {
        FabricView fabric = fabrics.get(id);
        return db.read(connection -> new PKeyMapView(
                new Ref(fabric.id(), fabric.name()),
                fabric.pkeyFirst(),
                fabric.pkeyLast(),
                block,
                block == null ? sql.blocks(connection, id) : List.of(),
                block == null ? List.of() : keys(connection, id, block)));
    }

    /** All 256 of a block, also those that are never a tenant's. */
    private List<Key> keys(Connection connection, UUID fabric, int block) throws SQLException {
        Map<String, Key> known = sql.keys(connection, fabric, block * BLOCK, block * BLOCK + BLOCK - 1).stream()
                .collect(Collectors.toMap(Key::pkey, key -> key));
        List<Key> all = new ArrayList<>();
        for (int i = 0; i < BLOCK; i++) {
            String pkey = PKeyMapSql.text(block * BLOCK + i);
            all.add(known.getOrDefault(pkey, new Key(pkey, "never", null, null, "", null, null)));
        }
        return all;
    }

    Key key(UUID id, String text) {
        PKey pkey = read(text);
        fabrics.get(id);
        return db.read(connection -> sql.keys(connection, id, pkey.base(), pkey.base()).stream()
                .findFirst()
                .orElseThrow(() -> new NotFound("pkey", text)));
    }

    private static PKey read(String text) {
        return Field.read("pkey", text, each -> PKey.parse(each).requireTenant());
    }

    /** Keeps a free key back: nobody gets it, automatically or by hand, until it is let go. */
    Key reserve(UUID id, String text, @Nullable String reason) {
        PKey pkey = read(text);
        String why = Field.required("reason", reason, PKeyMaps::reason);
        change(id, pkey, "free", "pkey.reserve", why);
        return key(id, text);
    }

    Key letGo(UUID id, String text) {
        change(id, read(text), "reserved", "pkey.unreserve", null);
        return key(id, text);
    }

    private static String reason(String text) {
        if (text.isBlank() || text.codePointCount(0, text.length()) > REASON_LENGTH) {
            throw new InvalidValueException("reason", "a reason has 1 to " + REASON_LENGTH + " characters", text);
        }
        return text.strip();
    }

    private void change(UUID id, PKey pkey, String expected, String action, @Nullable String reason) {
        String fabric = fabrics.get(id).name();
        db.run(connection -> {
            String state = sql.lock(connection, id, pkey)
                    .orElseThrow(() -> new Invalid("pkey", pkey + " is never a tenant's"));
            if (!state.equals(expected)) {
                requireNoRange(id, pkey, expected);
                throw new Conflict(
                        "pkey-" + state,
                        pkey + " of fabric " + fabric + " is " + state + ", not " + expected + ".",
                        Map.of("pkey", pkey.toString(), "state", state));
            }
            sql.write(connection, id, pkey, reason);
            audit.record(
                    connection,
                    AuditEntry.success(action, "pkey", id + " " + pkey, pkey + " on " + fabric)
                            .after(reason == null ? null : Map.of("reason", reason)));
        });
    }

    /** What a range keeps back is free in itself, and saying only that would contradict the map. */
    private void requireNoRange(UUID id, PKey pkey, String expected) {
        if (expected.equals("reserved") && key(id, pkey.toString()).state().equals("kept")) {
            throw new Conflict(
                    "pkey-kept",
                    pkey
                            + " is kept back by a reserved range of the fabric and not by itself: change the reserved ranges"
                            + " of the fabric instead.",
                    Map.of("pkey", pkey.toString(), "state", "kept"));
        }
    }
}
