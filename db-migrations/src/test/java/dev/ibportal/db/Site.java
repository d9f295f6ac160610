package dev.ibportal.db;

import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Puts a small site together: what operators make as the fabric role, what tenants make as themselves. */
final class Site {
    private final Database database;
    private int guids;

    Site(Database database) {
        this.database = database;
    }

    UUID tenant(String name) throws SQLException {
        return inserted("INSERT INTO tenant (name, name_key) VALUES (?, ?) RETURNING id", name, name);
    }

    UUID fabric(String name) throws SQLException {
        return inserted(
                "INSERT INTO fabric (name, name_key, sm_kind) VALUES (?, ?, 'opensm') RETURNING id", name, name);
    }

    /** A fabric whose automatic range holds exactly these PKeys. */
    UUID fabric(String name, int first, int last) throws SQLException {
        return inserted(
                "INSERT INTO fabric (name, name_key, sm_kind, pkey_first, pkey_last) VALUES (?, ?, 'opensm', ?, ?)"
                        + " RETURNING id",
                name,
                name,
                first,
                last);
    }

    UUID node(String name) throws SQLException {
        return inserted("INSERT INTO node (name, name_key) VALUES (?, ?) RETURNING id", name, name);
    }

    UUID port(UUID node, UUID fabric) throws SQLException {
        String guid = String.format("0x0002c903%08x", ++guids);
        return inserted(
                "INSERT INTO port (node_id, fabric_id, guid, registered_by) VALUES (?, ?, ?, 'person') RETURNING id",
                node,
                fabric,
                guid);
    }

    void grant(UUID tenant, UUID node) throws SQLException {
        try (Connection fabric = database.fabric()) {
            run(fabric, "INSERT INTO node_grant (tenant_id, node_id) VALUES (?, ?)", tenant, node);
        }
    }

    /** A partition as the portal makes it: key and row in one transaction of the tenant. */
    UUID partition(UUID tenant, UUID fabric, String name) throws SQLException {
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            UUID id = partition(app, tenant, fabric, name);
            app.commit();
            return id;
        }
    }

    static UUID partition(Connection app, UUID tenant, UUID fabric, String name) throws SQLException {
        UUID id = UUID.randomUUID();
        String key = one(app, "SELECT claim_pkey(?, ?, NULL)", fabric, id);
        run(
                app,
                "INSERT INTO partition (id, tenant_id, fabric_id, pkey, name, name_key) VALUES (?, ?, ?, ?::integer, ?, ?)",
                id,
                tenant,
                fabric,
                key,
                name,
                name);
        return id;
    }

    UUID membership(UUID tenant, UUID partition, UUID fabric, UUID node, UUID port) throws SQLException {
        UUID id = UUID.randomUUID();
        try (Connection app = database.app(tenant)) {
            run(
                    app,
                    "INSERT INTO membership (id, tenant_id, partition_id, fabric_id, node_id, port_id, membership)"
                            + " VALUES (?, ?, ?, ?, ?, ?, 'full')",
                    id,
                    tenant,
                    partition,
                    fabric,
                    node,
                    port);
        }
        return id;
    }

    UUID interfaceOf(UUID membership) throws SQLException {
        try (Connection fabric = database.fabric()) {
            return UUID.fromString(one(fabric, "SELECT id FROM interface WHERE membership_id = ?", membership));
        }
    }

    /** A pool in which everything between the two addresses is free. */
    UUID pool(UUID tenant, UUID partition, String prefix, String lowest, String highest) throws SQLException {
        UUID id = UUID.randomUUID();
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            run(
                    app,
                    "INSERT INTO pool (id, tenant_id, partition_id, name, name_key, prefix, capacity)"
                            + " VALUES (?, ?, ?, ?, ?, ?::cidr, 1)",
                    id,
                    tenant,
                    partition,
                    prefix,
                    prefix,
                    prefix);
            run(
                    app,
                    "INSERT INTO pool_free (pool_id, tenant_id, lo, hi) VALUES (?, ?, ?::inet, ?::inet)",
                    id,
                    tenant,
                    lowest,
                    highest);
            app.commit();
        }
        return id;
    }

    /** The lowest free address of the pool, bound to an interface. */
    UUID address(UUID tenant, UUID partition, UUID pool, UUID node, UUID interfaceId) throws SQLException {
        UUID id = UUID.randomUUID();
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            String ip = one(app, "SELECT host(claim_addresses(?, 1))", pool);
            run(
                    app,
                    "INSERT INTO address (id, tenant_id, partition_id, pool_id, ip, node_id, interface_id)"
                            + " VALUES (?, ?, ?, ?, ?::inet, ?, ?)",
                    id,
                    tenant,
                    partition,
                    pool,
                    ip,
                    node,
                    interfaceId);
            app.commit();
        }
        return id;
    }

    private UUID inserted(String sql, Object... values) throws SQLException {
        try (Connection fabric = database.fabric()) {
            return UUID.fromString(one(fabric, sql, values));
        }
    }
}
