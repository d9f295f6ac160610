package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.web.QueryValues;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The history of a thing: what happened to it, and to what is or was a part of it. Which that is, events say themselves
 * ({@code belongsTo}); for those from before that, what is there now is asked too.
 */
final class HistoryConditions {
    private static final Pattern FORM = Pattern.compile("([a-z-]{1,40}):(\\S{1,80})");

    private static final String ITSELF =
            "SELECT x.at, x.id FROM audit_event x WHERE x.object_kind = '%s' AND x.object_id = ?::text";
    private static final String PART_OF =
            " UNION SELECT x.at, x.id FROM audit_event x WHERE coalesce(x.after, x.before) -> 'belongsTo' ->> 'partition' = %s";
    private static final String PARTS =
            " UNION SELECT x.at, x.id FROM %s t JOIN audit_event x ON x.object_kind = '%s' AND x.object_id = t.id::text WHERE t.%s = ?";
    private static final String DONE =
            " UNION SELECT x.at, x.id FROM audit_event x WHERE x.actor_id = ? AND x.action = 'invitation.accept'";

    private static final String TOKENS = " UNION SELECT x.at, x.id FROM audit_event x WHERE x.object_kind = 'token'"
            + " AND coalesce(x.after, x.before) -> 'belongsTo' ->> 'account' = ?::text";

    /** Each ? is the id of the thing. */
    private static final Map<String, String> OF_KIND = Map.of(
            "partition",
            ITSELF.formatted("partition")
                    + PART_OF.formatted("?::text")
                    + PARTS.formatted("membership", "member", "partition_id")
                    + PARTS.formatted("pool", "pool", "partition_id")
                    + PARTS.formatted("address", "address", "partition_id"),
            "pool",
            ITSELF.formatted("pool")
                    + PARTS.formatted("address", "address", "pool_id")
                    + PART_OF.formatted("(SELECT p.partition_id::text FROM pool p WHERE p.id = ?)")
                    + " AND x.object_kind = 'address' AND CASE WHEN x.object_kind = 'address' THEN x.object_name::inet END"
                    + " <<= (SELECT p.prefix::inet FROM pool p WHERE p.id = ?)",
            "service-account",
            ITSELF.formatted("service-account") + TOKENS,
            "user",
            ITSELF.formatted("user") + DONE + TOKENS,
            "tenant",
            ITSELF.formatted("tenant")
                    + " UNION SELECT x.at, x.id FROM audit_event x WHERE x.tenant_id = ?"
                    + " AND x.object_kind IN ('node', 'invitation', 'user', 'service-account')",
            "node",
            ITSELF.formatted("node") + PARTS.formatted("port", "port", "node_id"));

    private HistoryConditions() {}

    /** @param within kind and id, for example {@code partition:<id>} */
    static void add(Where where, @Nullable String within) {
        if (within == null || within.isBlank()) {
            return;
        }
        Matcher form = FORM.matcher(within.strip());
        if (!form.matches()) {
            throw new DomainFault.Invalid("within", "\"" + within + "\" is not kind:id, for example partition:<id>");
        }
        String parts = OF_KIND.get(form.group(1));
        if (parts == null) {
            where.and("e.object_kind = ? AND e.object_id = ?", form.group(1), form.group(2));
            return;
        }
        UUID id = QueryValues.id("within", form.group(2));
        long asked = parts.chars().filter(c -> c == '?').count();
        where.and(
                "(e.at, e.id) IN (" + parts + ")",
                Collections.nCopies((int) asked, id).toArray());
    }
}
