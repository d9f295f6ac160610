package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.web.ETags;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Mode, MTU, addresses and queues of the interface that a port has by itself, in the default partition. It is the
 * operator's, like the port; where nobody asks for it, the daemon only keeps it up.
 */
@ApplicationScoped
public class PortInterfaceService {
    private static final String OVERLAP = "port_interface_overlap";

    private final FabricDb db;
    private final PortInterfaceSql sql;
    private final AuditLog audit;

    PortInterfaceService(FabricDb db, PortInterfaceSql sql, AuditLog audit) {
        this.db = db;
        this.sql = sql;
        this.audit = audit;
    }

    public List<PortInterfaceView> ofNode(UUID node) {
        return db.read(connection -> sql.ofNode(connection, node));
    }

    public PortInterfaceView get(UUID node, UUID port) {
        return db.read(connection -> existing(connection, node, port));
    }

    private PortInterfaceView existing(Connection connection, UUID node, UUID port) throws SQLException {
        return sql.find(connection, node, port).orElseThrow(() -> new NotFound("port", port));
    }

    private void lock(Connection connection, UUID node) throws SQLException {
        if (!sql.lockNode(connection, node)) {
            throw new NotFound("node", node);
        }
    }

    /**
     * Replaces all of it.
     *
     * @param version the one that the change was made for; 0: nobody looks after it yet
     */
    public PortInterfaceView put(UUID node, UUID port, int version, PortInterfaceForm form) {
        PortInterfaceWish wish = PortInterfaceWish.read(form);
        try {
            db.run(connection -> {
                lock(connection, node);
                PortInterfaceView before = existing(connection, node, port);
                ETags.requireMatch(version, before.version());
                if (before.managed()) {
                    sql.update(connection, port, wish);
                } else {
                    sql.insert(connection, node, port, wish);
                }
                record(connection, "port.set-interface", before, existing(connection, node, port));
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, OVERLAP)) {
                throw new Conflict(
                        "network-on-node",
                        "One of these addresses is in a network that another interface of this node has already; the"
                                + " host could not tell the two apart.");
            }
            throw e;
        }
        return get(node, port);
    }

    /** Leaves it to the host again: what the daemon put on it goes, the interface stays. */
    public PortInterfaceView remove(UUID node, UUID port, int version) {
        db.run(connection -> {
            lock(connection, node);
            PortInterfaceView before = existing(connection, node, port);
            ETags.requireMatch(version, before.version());
            if (!before.managed()) {
                throw new NotFound("interface of port", port);
            }
            sql.remove(connection, port);
            record(connection, "port.leave-interface", before, existing(connection, node, port));
        });
        return get(node, port);
    }

    private void record(Connection connection, String action, PortInterfaceView before, PortInterfaceView after) {
        audit.record(
                connection,
                AuditEntry.success(action, "port", before.portId(), before.port())
                        .before(before)
                        .after(after));
    }
}
