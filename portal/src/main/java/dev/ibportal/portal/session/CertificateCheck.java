package dev.ibportal.portal.session;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.security.StrangeHosts;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.PeerCheck;
import jakarta.inject.Singleton;

/** The deny list, asked at each call. */
@Singleton
class CertificateCheck implements PeerCheck {
    private final FabricDb db;
    private final EnrolmentSql sql;
    private final StrangeHosts strangers;

    CertificateCheck(FabricDb db, EnrolmentSql sql, StrangeHosts strangers) {
        this.strangers = strangers;
        this.db = db;
        this.sql = sql;
    }

    @Override
    public void admit(Peer peer) {
        db.read(connection -> {
            sql.requireGood(connection, peer.nodeId(), peer.serial());
            return true;
        });
    }

    @Override
    public void turnedAway(String node, String reason, String address) {
        strangers.refused("node.connect", node, reason, address);
    }
}
