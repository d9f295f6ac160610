package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every table is either watched as a whole, with named exceptions, or named here with the reason why nobody has a right by its
 * rows. A new table fails this test until somebody has thought about it.
 */
@QuarkusTest
class WatchedRowsTest {
    private static final String SEEN = "what was seen on hosts and fabrics, or is to be seen there";
    private static final String WISH = "how something is set up for those who have the right already";
    private static final String LOG = "the log itself, which is sealed, or what somebody looked for in it";
    private static final String WORK = "the portal's own work: what is to be done next, or was answered";
    private static final String COUNT = "counts and free room, worked out from watched rows";

    private static final Map<String, String> GIVES_NOBODY_A_RIGHT = Map.ofEntries(
            Map.entry("absence", SEEN),
            Map.entry("address_move", WISH),
            Map.entry("address_past", SEEN),
            Map.entry("audit_event", LOG),
            Map.entry("audit_key", LOG),
            Map.entry("audit_number", LOG),
            Map.entry("audit_saved_filter", LOG),
            Map.entry("audit_seal", LOG),
            Map.entry("audit_verification", LOG),
            Map.entry("capacity_day", COUNT),
            Map.entry("driver_job", WORK),
            Map.entry("driver_profile", WISH),
            Map.entry("fabric_change", WORK),
            Map.entry("fabric_sm_key", SEEN),
            Map.entry("fabric_status", SEEN),
            Map.entry("fabric_survey", SEEN),
            Map.entry("idempotency", WORK),
            Map.entry("interface", WISH),
            Map.entry("interface_status", SEEN),
            Map.entry("isolation_probe", SEEN),
            Map.entry("known_browser", COUNT),
            Map.entry("log_in_failure", COUNT),
            Map.entry("membership_status", SEEN),
            Map.entry("network_room", WISH),
            Map.entry("node_change", WORK),
            Map.entry("node_inventory", SEEN),
            Map.entry("node_journal", SEEN),
            Map.entry("node_prefix", COUNT),
            Map.entry("node_spec", WORK),
            Map.entry("node_status", SEEN),
            Map.entry("partition_host", WISH),
            Map.entry("partition_route", WISH),
            Map.entry("partition_status", SEEN),
            Map.entry("pool", WISH),
            Map.entry("pool_exclusion", WISH),
            Map.entry("pool_free", COUNT),
            Map.entry("pool_range", WISH),
            Map.entry("port_fabric_view", SEEN),
            Map.entry("port_hardware", SEEN),
            Map.entry("port_interface", WISH),
            Map.entry("port_status", SEEN),
            Map.entry("quota_spare", COUNT),
            Map.entry("redundancy_group", WISH),
            Map.entry("rollout", WORK),
            Map.entry("rollout_log", WORK),
            Map.entry("rollout_node", WORK),
            Map.entry("request_comment", WISH),
            Map.entry("request_hold", COUNT),
            Map.entry("scheduled_tasks", WORK));

    /** Columns that say only that something was used or seen, or how somebody likes it. */
    private static final Map<String, String> EXCEPT = Map.of(
            "app_user", "locale,zone",
            "api_token", "last_used_at",
            "fabric_sm_host", "state,mastery,reason,seen_at,applied_generation,differs_since,last_window",
            "web_session", "last_seen_at,acting_tenant_id");

    private static final String TABLES = """
            SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
              AND NOT c.relispartition AND c.relname <> 'flyway_schema_history' ORDER BY 1""";
    private static final String UPDATES = """
            SELECT tgrelid::regclass || ' ' || pg_get_triggerdef(oid) FROM pg_trigger
            WHERE tgfoid = 'change_is_told()'::regprocedure AND tgenabled = 'O' AND (tgtype & 16) > 0""";
    private static final Pattern EXCEPTION =
            Pattern.compile("to_jsonb\\(old(?:\\.\\*)?\\) - '\\{([a-z_,]*)}'", Pattern.CASE_INSENSITIVE);

    @Inject
    World world;

    @Test
    void everyTableIsWatchedOrGivesNobodyARight() {
        Map<String, String> watched = watched();
        List<String> both = world.strings(TABLES).stream()
                .filter(table -> watched.containsKey(table) == GIVES_NOBODY_A_RIGHT.containsKey(table))
                .toList();

        assertThat(both)
                .as("a migration has to watch these with change_is_told, or this test has to say why not")
                .isEmpty();
    }

    @Test
    void whatIsWatchedIsWatchedWhole() {
        Map<String, String> except = new TreeMap<>();
        watched().forEach((table, definition) -> {
            Matcher found = EXCEPTION.matcher(definition);
            if (found.find() && !found.group(1).isEmpty()) {
                except.put(table, found.group(1));
            }
        });

        assertThat(watched().values())
                .as("a list of columns misses those that are added later")
                .noneMatch(definition -> definition.contains("UPDATE OF"));
        assertThat(except).containsExactlyInAnyOrderEntriesOf(EXCEPT);
    }

    private Map<String, String> watched() {
        Map<String, String> watched = new TreeMap<>();
        world.strings(UPDATES).forEach(line -> {
            int at = line.indexOf(' ');
            watched.put(line.substring(0, at), line.substring(at + 1));
        });
        return watched;
    }
}
