package dev.ibportal.portal.seal;

import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Reads what the walls and guards of the database are made of. */
@Singleton
class GuardSql {
    private static final String ROLES = "('ibportal_app', 'ibportal_fabric', 'ibportal_sealer')";

    /** Roles of other names differ from one deployment to the next: they are the owner of it all. */
    private static final String ROLE = """
            CASE WHEN %1$s = 0 THEN 'public' WHEN pg_get_userbyid(%1$s) IN %2$s THEN pg_get_userbyid(%1$s)::text ELSE 'owner' END""";

    private static final String GUARDS = """
            WITH own AS (
              SELECT c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl FROM pg_class c
              WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
                AND c.relname <> 'flyway_schema_history'),
            rights AS (
              SELECT o.oid, r.rolname || ' ' || a.privilege_type AS text
                FROM own o, aclexplode(o.relacl) a JOIN (TABLE roles) r ON r.oid = a.grantee
              UNION ALL SELECT o.oid, r.rolname || ' ' || a.privilege_type || ' ' || t.attname
                FROM own o JOIN pg_attribute t ON t.attrelid = o.oid, aclexplode(t.attacl) a
                JOIN (TABLE roles) r ON r.oid = a.grantee)
            SELECT 'function ' || p.oid::regprocedure AS name,
                pg_get_functiondef(p.oid) || ' ' || {owner} AS state
              FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
                AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                                  AND d.deptype IN ('e', 'i'))
            UNION ALL SELECT 'column ' || t.attname || ' on ' || o.relname, concat_ws(' ', format_type(t.atttypid, t.atttypmod),
                t.attnotnull, t.attidentity, t.attgenerated, t.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
              FROM pg_attribute t JOIN own o ON o.oid = t.attrelid AND o.relkind IN ('r', 'p')
                LEFT JOIN pg_attrdef d ON d.adrelid = t.attrelid AND d.adnum = t.attnum
              WHERE t.attnum > 0 AND NOT t.attisdropped
            UNION ALL SELECT 'constraint ' || n.conname || ' on ' || o.relname, concat_ws(' ', pg_get_constraintdef(n.oid),
                (SELECT string_agg(DISTINCT t.tgenabled::text, '') FROM pg_trigger t WHERE t.tgconstraint = n.oid))
              FROM pg_constraint n JOIN own o ON o.oid = n.conrelid WHERE n.contype IN ('c', 'f', 'p', 'u', 'x')
            UNION ALL SELECT 'index ' || c.relname || ' on ' || o.relname, pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid
              FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN own o ON o.oid = i.indrelid WHERE i.indisunique
            UNION ALL SELECT 'domain ' || y.typname, concat_ws(' ', format_type(y.typbasetype, y.typtypmod), y.typnotnull,
                y.typdefault, (SELECT string_agg(pg_get_constraintdef(n.oid), ' ' ORDER BY n.conname COLLATE "C")
                  FROM pg_constraint n WHERE n.contypid = y.oid AND n.contype = 'c'))
              FROM pg_type y WHERE y.typnamespace = 'public'::regnamespace AND y.typtype = 'd'
            UNION ALL SELECT 'table ' || relname, concat_ws(' ', relrowsecurity, relforcerowsecurity,
                (SELECT string_agg(text, ',' ORDER BY text COLLATE "C") FROM rights r WHERE r.oid = own.oid))
              FROM own
            UNION ALL SELECT 'trigger ' || t.tgname || ' on ' || o.relname, pg_get_triggerdef(t.oid, true) || ' ' || t.tgenabled::text
              FROM pg_trigger t JOIN own o ON o.oid = t.tgrelid WHERE NOT t.tgisinternal
            UNION ALL SELECT 'rule ' || w.rulename || ' on ' || o.relname, pg_get_ruledef(w.oid, true) || ' ' || w.ev_enabled::text
              FROM pg_rewrite w JOIN own o ON o.oid = w.ev_class WHERE w.rulename <> '_RETURN'
            UNION ALL SELECT 'policy ' || p.polname || ' on ' || o.relname, concat_ws(' ', p.polcmd, p.polpermissive,
                (SELECT string_agg({member}, ',' ORDER BY {member}) FROM unnest(p.polroles) m (id)),
                pg_get_expr(p.polqual, p.polrelid, true), '/', pg_get_expr(p.polwithcheck, p.polrelid, true))
              FROM pg_policy p JOIN own o ON o.oid = p.polrelid""".replace(
                    "(TABLE roles)",
                    "(SELECT oid, rolname FROM pg_roles WHERE rolname IN " + ROLES + " UNION ALL SELECT 0, 'public')")
            .replace("{owner}", ROLE.formatted("p.proowner", ROLES))
            .replace("{member}", ROLE.formatted("m.id", ROLES));

    /** What no deployment may have, whatever else it has. */
    private static final String ODD = """
            SELECT 'role ' || rolname AS place, 'is bound by no row-level security' AS why
              FROM pg_roles WHERE rolname IN {roles} AND (rolsuper OR rolbypassrls)
            UNION ALL SELECT 'role ' || m.member::regrole, 'has the rights of role ' || m.roleid::regrole
              FROM pg_auth_members m WHERE m.member::regrole::text IN {roles}
            UNION ALL SELECT 'role ' || coalesce(nullif(s.setrole, 0)::regrole::text, 'of everybody'), 'begins with ' || c.text
              FROM pg_db_role_setting s, unnest(s.setconfig) c (text)
              WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
                AND (s.setrole = 0 OR s.setrole::regrole::text IN {roles})
                AND c.text ~* '^(session_replication_role|row_security|search_path|app[.]tenant)='
            UNION ALL SELECT 'parameter ' || p.parname, 'may be set by role ' || a.grantee::regrole
              FROM pg_parameter_acl p, aclexplode(p.paracl) a WHERE a.grantee = 0 OR a.grantee::regrole::text IN {roles}
            UNION ALL SELECT 'this connection', 'runs without triggers'
              WHERE current_setting('session_replication_role') <> 'origin'
            UNION ALL SELECT 'role ' || r.role, 'has the right to ' || p.privilege || ' audit events'
              FROM unnest(ARRAY['ibportal_app', 'ibportal_fabric', 'ibportal_sealer']) r (role),
                unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) p (privilege), pg_partition_tree('audit_event') m
              WHERE has_table_privilege(r.role, m.relid, p.privilege)
            UNION ALL SELECT 'table ' || t.tgrelid::regclass, 'its trigger ' || t.tgname || ' is not on, or none of the portal''s'
              FROM pg_trigger t WHERE NOT t.tgisinternal AND (t.tgparentid = 0 OR t.tgenabled <> 'O')
                AND t.tgrelid IN (SELECT relid FROM pg_partition_tree('audit_event') WHERE parentrelid IS NOT NULL)
            UNION ALL SELECT 'table ' || m.relid, 'lacks the trigger that keeps its events'
              FROM pg_partition_tree('audit_event') m
              WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = m.relid AND t.tgname = 'audit_event_stays')
            UNION ALL SELECT 'table ' || w.ev_class::regclass, 'its rule ' || w.rulename || ' is none of the portal''s'
              FROM pg_rewrite w
              WHERE w.ev_class IN (SELECT relid FROM pg_partition_tree('audit_event') WHERE parentrelid IS NOT NULL)""".replace("{roles}", ROLES);

    /** Each guard's name, and a fingerprint of how it is. */
    Map<String, String> guards(Connection connection) throws SQLException {
        Map<String, String> guards = new TreeMap<>();
        String query = "SELECT name, left(encode(sha256(convert_to(state, 'UTF8')), 'hex'), 32) AS state FROM ("
                + GUARDS + ") g";
        Sql.of(query).list(connection, row -> guards.put(row.getString("name"), row.getString("state")) == null);
        return guards;
    }

    void odd(Connection connection, BiConsumer<String, String> taker) throws SQLException {
        Sql.of("SELECT DISTINCT place, why FROM (" + ODD + ") o ORDER BY place, why")
                .list(connection, row -> {
                    taker.accept(row.getString("place"), row.getString("why"));
                    return true;
                });
    }
}
