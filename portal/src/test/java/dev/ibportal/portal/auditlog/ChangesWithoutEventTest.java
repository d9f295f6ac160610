package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PKeys, addresses and grants that somebody changes by SQL are told of by the database itself. */
@QuarkusTest
class ChangesWithoutEventTest {
    private static final String TOLD = "SELECT action || ' ' || object_kind || ' ' || object_name FROM audit_event"
            + " WHERE actor_name LIKE 'database:%' ORDER BY id";

    @Inject
    World world;

    @Inject
    SealedLog log;

    private UUID tenant = new UUID(0, 0);

    @BeforeEach
    void onePartition() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(world.operator("olga"));
        UUID fabric = cluster.fabric("east");
        cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        UUID partition = cluster.partition(tenant, fabric, "weather", "0x8051");
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/24");
        cluster.member(partition, Map.of("node", "n1", "membership", "full")).statusCode(201);
        cluster.ask(pool, Map.of()).statusCode(201);
    }

    private List<String> told() {
        return world.strings(TOLD);
    }

    @Test
    void whatThePortalDoesIsNone() {
        assertThat(told()).isEmpty();
    }

    @Test
    void eachTableIsWatched() {
        log.asSuperuser("UPDATE membership SET membership = 'limited'");
        log.asSuperuser("UPDATE address SET note = 'mine' WHERE interface_id IS NULL");
        log.asSuperuser("UPDATE partition SET default_membership = 'limited'");
        log.asSuperuser(
                "INSERT INTO node_grant (tenant_id, node_id) SELECT t.id, n.id FROM tenant t, node n ON CONFLICT DO NOTHING");
        log.asSuperuser("INSERT INTO role_grant (user_id, role) SELECT id, 'auditor' FROM app_user");
        log.asSuperuser("UPDATE pkey_slot SET state = 'reserved' WHERE pkey = 99");

        assertThat(told())
                .containsExactly(
                        "database.update membership limited",
                        "database.update address 10.77.0.2",
                        "database.update partition 0x8051",
                        "database.insert role-grant auditor",
                        "database.update pkey-slot 0x8063");
        assertThat(world.string("SELECT before ->> 'membership' || ' to ' || (after ->> 'membership') FROM audit_event"
                        + " WHERE action = 'database.update' AND object_kind = 'membership'"))
                .isEqualTo("full to limited");
        assertThat(world.string("SELECT tenant_name FROM audit_event WHERE object_kind = 'address'"
                        + " AND action = 'database.update'"))
                .isEqualTo("Aldermoor");
    }

    /** Whoever writes one of these has the rights of somebody. */
    @Test
    void whatGivesPowerIsWatchedAndNoSecretIsTold() {
        String olga = "(SELECT id FROM app_user WHERE login = 'olga')";
        log.asSuperuser("INSERT INTO web_session (id_hash, user_id, expires_at) SELECT sha256('mine'), " + olga
                + ", now() + interval '1 hour'");
        log.asSuperuser("INSERT INTO session_grant (session_id, role) SELECT id, 'operator' FROM web_session");
        log.asSuperuser("INSERT INTO api_token (user_id, name, prefix, token_hash) SELECT " + olga
                + ", 'mine', 'ibp_mine', sha256('mine')");
        log.asSuperuser("UPDATE api_token SET scopes = '{node:read}' WHERE prefix = 'ibp_mine'");
        log.asSuperuser("UPDATE app_user SET password_hash = 'mine' WHERE login = 'olga'");
        log.asSuperuser("INSERT INTO invitation (tenant_id, role, secret_hash, invited_by, expires_at)"
                + " SELECT id, 'tenant-admin', sha256('mine'), 'olga', now() + interval '1 hour' FROM tenant");
        log.asSuperuser("INSERT INTO tenant_quota (tenant_id, kind, most) SELECT id, 'nodes', 9 FROM tenant");

        assertThat(told())
                .containsExactly(
                        "database.insert web-session ",
                        "database.insert session-grant operator",
                        "database.insert api-token ibp_mine",
                        "database.update api-token ibp_mine",
                        "database.update app-user olga",
                        "database.insert invitation tenant-admin",
                        "database.insert tenant-quota nodes");
        assertThat(world.strings("SELECT concat(before, after) FROM audit_event WHERE actor_name LIKE 'database:%'"))
                .allSatisfy(state -> assertThat(state).doesNotContain("_hash"));
        log.asSuperuser("UPDATE web_session SET last_seen_at = now();"
                + " UPDATE api_token SET last_used_at = now(); UPDATE app_user SET zone = 'UTC'");
        assertThat(told()).hasSize(7);
    }

    /** Whoever takes back what ended a right gives it again. */
    @Test
    void whatEndsARightIsWatched() {
        world.execute(
                "INSERT INTO web_session (id_hash, user_id, expires_at) SELECT sha256('s'), id, now() FROM app_user");
        world.execute("INSERT INTO invitation (tenant_id, role, secret_hash, invited_by, expires_at, revoked_at)"
                + " SELECT id, 'tenant-admin', sha256('i'), 'olga', now() + interval '1 hour', now() FROM tenant");
        world.execute("INSERT INTO enrolment_token (node_id, token_hash, expires_at, used_at)"
                + " SELECT id, sha256('e'), now() + interval '1 hour', now() FROM node");
        world.execute("INSERT INTO node_certificate (serial, node_id, not_after, denied_at)"
                + " SELECT 'abc', id, now() + interval '1 hour', now() FROM node");
        world.execute("UPDATE api_token SET revoked_at = now()");
        world.execute("UPDATE tenant SET suspended_at = now()");
        world.execute("UPDATE fabric SET removal_approval = true");
        for (String revival : List.of(
                "api_token SET revoked_at = NULL",
                "api_token SET expires_at = now() + interval '300 days'",
                "web_session SET expires_at = now() + interval '1 day'",
                "web_session SET created_at = now()",
                "invitation SET revoked_at = NULL",
                "invitation SET expires_at = expires_at + interval '1 day'",
                "app_user SET must_change = NOT must_change",
                "enrolment_token SET used_at = NULL",
                "node_certificate SET denied_at = NULL",
                "tenant SET suspended_at = NULL",
                "fabric SET removal_approval = false",
                "fabric SET pkey_first = 5",
                "fabric SET sm_kind = 'ufm'",
                "node SET roles = '{node,subnet-manager}'",
                "port SET guid = '0x0002c90300000099'")) {
            int before = told().size();
            log.asSuperuser("UPDATE " + revival);
            assertThat(told()).as(revival).hasSize(before + 1);
        }
        assertThat(told())
                .startsWith("database.update api-token " + world.string("SELECT prefix FROM api_token"))
                .contains(
                        "database.update node-certificate abc",
                        "database.update tenant Aldermoor",
                        "database.update fabric east",
                        "database.update node n1",
                        "database.update port 0x0002c90300000099");
        assertThat(world.string("SELECT tenant_name FROM audit_event WHERE action = 'database.update'"
                        + " AND object_kind = 'tenant'"))
                .isEqualTo("Aldermoor");
    }

    @Test
    void thePortalsOwnRolesCannotDoItUnseen() {
        assertThatThrownBy(() -> world.execute("UPDATE audit_event SET reason = 'x'"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> world.execute("DELETE FROM audit_event")).hasMessageContaining("permission denied");
        assertThatThrownBy(() -> world.execute(
                        "INSERT INTO audit_event (at, actor_name, action, object_kind, outcome, request_id)"
                                + " VALUES (now(), 'x', 'a.b', 'x', 'success', gen_random_uuid())"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> log.asSuperuser("DELETE FROM audit_event"))
                .hasStackTraceContaining("never changed or deleted");
    }
}
