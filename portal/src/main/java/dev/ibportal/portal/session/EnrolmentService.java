package dev.ibportal.portal.session;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.EnrolRequest;
import dev.ibportal.agent.v1.EnrolResponse;
import dev.ibportal.agent.v1.RenewRequest;
import dev.ibportal.agent.v1.RenewResponse;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.pki.CertificateAuthority;
import dev.ibportal.portal.platform.pki.CertificateRequest;
import dev.ibportal.portal.platform.pki.PkiConfig;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.StrangeHosts;
import dev.ibportal.portal.session.EnrolmentSql.Node;
import dev.ibportal.portal.session.EnrolmentSql.Token;
import dev.ibportal.portal.session.transport.AgentsConfig;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.NodeIdentity;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One-time tokens, and the certificates that are given for them. */
@ApplicationScoped
public class EnrolmentService {
    private static final Duration MAX_TOKEN_LIFE = Duration.ofHours(1);
    private static final int SECRET_BYTES = 32;
    private static final Actor ACTOR = Actor.system("enrolment");

    private final SecureRandom random = new SecureRandom();
    private final FabricDb db;
    private final EnrolmentSql sql;
    private final CertificateAuthority authority;
    private final PkiConfig pki;
    private final AgentsConfig agents;
    private final PortalAddress address;
    private final AuditLog audit;
    private final StrangeHosts strangers;
    private final Clock clock;

    EnrolmentService(
            FabricDb db,
            EnrolmentSql sql,
            CertificateAuthority authority,
            PkiConfig pki,
            AgentsConfig agents,
            PortalAddress address,
            AuditLog audit,
            StrangeHosts strangers,
            Clock clock) {
        this.strangers = strangers;
        this.db = db;
        this.sql = sql;
        this.authority = authority;
        this.pki = pki;
        this.agents = agents;
        this.address = address;
        this.audit = audit;
        this.clock = clock;
    }

    /** A new token for this node, good for one enrolment. Earlier ones stay good until they end. */
    public Invitation invite(UUID nodeId) {
        Instant now = clock.instant();
        Duration life = agents.tokenLife().compareTo(MAX_TOKEN_LIFE) > 0 ? MAX_TOKEN_LIFE : agents.tokenLife();
        Instant expiresAt = now.plus(life);
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        EnrolmentToken token = new EnrolmentToken(
                HexFormat.of().formatHex(sha256(der(authority.root()))),
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
        db.run(connection -> {
            Node node = sql.node(connection, nodeId).orElseThrow(() -> new DomainFault.NotFound("node", nodeId));
            if (node.retiredAt() != null) {
                throw new DomainFault.Conflict(
                        "node-retired",
                        "Node " + node.name() + " was retired at " + node.retiredAt() + " and cannot be enrolled.");
            }
            sql.saveToken(connection, nodeId, hash(token), now, expiresAt);
            audit.record(
                    connection,
                    AuditEntry.success("node.invite", "node", nodeId, node.name())
                            .after(Map.of("expiresAt", expiresAt.toString())));
        });
        return new Invitation(token.text(), address.joinCommand(token.text()), expiresAt);
    }

    /** @param address where it comes from */
    EnrolResponse enrol(EnrolRequest request, String address) {
        try {
            return enrolled(request, address);
        } catch (InvalidValueException e) {
            strangers.refused("node.enrol", "", String.valueOf(e.getMessage()), address);
            throw e;
        }
    }

    private EnrolResponse enrolled(EnrolRequest request, String address) {
        CertificateRequest csr = CertificateRequest.parse(request.getCsrDer().toByteArray());
        if (request.getMachineId().isBlank()) {
            throw new InvalidValueException(
                    "machine-id.missing", "machine_id is missing: the content of /etc/machine-id", "");
        }
        byte[] hash = hash(EnrolmentToken.parse(request.getToken()));
        try {
            return enrol(csr, hash, request, address);
        } catch (Refusal e) {
            recordDenial(hash, request, e, address);
            throw e;
        }
    }

    /** Of tokens that were never ours the first at once and then their number: anybody can send anything to an open call. */
    private void recordDenial(byte[] hash, EnrolRequest request, Refusal refusal, String address) {
        String reason = request.getHostName() + " (machine id " + request.getMachineId() + "): " + refusal.getMessage();
        db.read(connection -> sql.token(connection, hash))
                .ifPresentOrElse(
                        token -> audit.recordAlone(AuditEntry.denied("node.enrol", "node", token.node(), reason)
                                .by(ACTOR)
                                .from(address)),
                        () -> strangers.refused("node.enrol", "", reason, address));
    }

    private EnrolResponse enrol(CertificateRequest csr, byte[] hash, EnrolRequest request, String address) {
        return db.write(connection -> {
            Node node = redeem(connection, hash, request);
            List<X509Certificate> chain = issue(connection, csr, node.identity());
            audit.record(
                    connection,
                    AuditEntry.success("node.enrol", "node", node.identity().nodeId(), node.name())
                            .after(Map.of(
                                    "machineId", request.getMachineId(),
                                    "hostName", request.getHostName(),
                                    "certificate", serial(chain)))
                            .by(ACTOR)
                            .from(address));
            return EnrolResponse.newBuilder()
                    .setNodeId(node.identity().nodeId().toString())
                    .addAllCertificateChainDer(ders(chain))
                    .addCaDer(ByteString.copyFrom(der(authority.root())))
                    .build();
        });
    }

    private Node redeem(Connection connection, byte[] hash, EnrolRequest request) throws SQLException {
        Instant now = clock.instant();
        Token token = sql.token(connection, hash)
                .orElseThrow(() -> Refusal.denied(
                        "enrolment-token.unknown", "this token was not issued by this portal; ask for a new one"));
        if (token.usedAt() != null) {
            throw Refusal.denied(
                    "enrolment-token.used",
                    "this token was used at " + token.usedAt() + " and is good for one host; ask for a new one");
        }
        if (!now.isBefore(token.expiresAt())) {
            throw Refusal.denied(
                    "enrolment-token.expired", "this token ended at " + token.expiresAt() + "; ask for a new one");
        }
        Node node = sql.node(connection, token.node()).orElseThrow();
        requireFree(node, request.getMachineId());
        sql.useToken(connection, token.id(), now);
        sql.becomeMachine(connection, token.node(), request.getMachineId(), now);
        return node;
    }

    private static void requireFree(Node node, String machineId) {
        if (node.retiredAt() != null) {
            throw Refusal.denied("node.retired", "node " + node.name() + " was retired at " + node.retiredAt());
        }
        if (node.state().equals("online") && !machineId.equals(node.machineId())) {
            throw Refusal.outOfOrder(
                    "node.online",
                    "node " + node.name() + " is online as the machine with id " + node.machineId()
                            + "; stop its daemon first, or enrol this host as a node of its own");
        }
    }

    RenewResponse renew(Peer peer, RenewRequest request) {
        CertificateRequest csr = CertificateRequest.parse(request.getCsrDer().toByteArray());
        return db.write(connection -> {
            Node node = sql.node(connection, peer.nodeId()).orElseThrow();
            List<X509Certificate> chain = issue(connection, csr, node.identity());
            audit.record(
                    connection,
                    AuditEntry.success("node.renew-certificate", "node", peer.nodeId(), node.name())
                            .after(Map.of("certificate", serial(chain), "before", peer.serial()))
                            .by(ACTOR)
                            .from(peer.address()));
            return RenewResponse.newBuilder()
                    .addAllCertificateChainDer(ders(chain))
                    .addCaDer(ByteString.copyFrom(der(authority.root())))
                    .build();
        });
    }

    private List<X509Certificate> issue(Connection connection, CertificateRequest csr, NodeIdentity identity)
            throws SQLException {
        List<X509Certificate> chain = authority.issueNode(csr, identity, pki.nodeCertificateLife());
        Instant notAfter = chain.get(0).getNotAfter().toInstant();
        sql.saveCertificate(connection, identity.nodeId(), serial(chain), clock.instant(), notAfter);
        return chain;
    }

    private static String serial(List<X509Certificate> chain) {
        return chain.get(0).getSerialNumber().toString(16);
    }

    private static List<ByteString> ders(List<X509Certificate> chain) {
        List<ByteString> ders = new ArrayList<>();
        chain.forEach(certificate -> ders.add(ByteString.copyFrom(der(certificate))));
        return ders;
    }

    private static byte[] der(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate always has a DER form", e);
        }
    }

    private static byte[] hash(EnrolmentToken token) {
        return sha256(token.secret().getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
