package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.Finding;
import dev.ibportal.audit.LogReport;
import dev.ibportal.portal.seal.LogVerifier;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.testing.EmbeddedDatabase;
import dev.ibportal.portal.testing.World;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** A log of one's own, from its first event on, and the means of somebody who owns the database. */
@ApplicationScoped
class SealedLog {
    private final World world;
    private final SealService seals;
    private final LogVerifier verifier;
    private final Config config;

    SealedLog(World world, SealService seals, LogVerifier verifier, Config config) {
        this.world = world;
        this.seals = seals;
        this.verifier = verifier;
        this.config = config;
    }

    /** Empty, and so is the anchor file, which would rightly complain. */
    void begin() {
        world.reset();
        try {
            Files.deleteIfExists(anchors());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path anchors() {
        return Path.of(seals.state().anchorFile());
    }

    /** One event, as the portal writes them. */
    void event(String name) {
        world.execute("""
                INSERT INTO audit_event (actor_name, action, object_kind, object_id, object_name, after, outcome, request_id)
                VALUES ('olga', 'tenant.change', 'tenant', 't', ?, '{"n": 1}', 'success', gen_random_uuid())""", name);
    }

    void seal() {
        seals.sealNow();
    }

    LogReport verify() {
        return verifier.verify();
    }

    List<String> findings() {
        return verify().findings().stream().map(Finding::toString).toList();
    }

    /** As the database's superuser, past every trigger. */
    void tamper(String sql) {
        asSuperuser("SET session_replication_role = replica; " + sql);
    }

    void asSuperuser(String sql) {
        EmbeddedDatabase.asSuperuser(config.getValue("quarkus.datasource.jdbc.url", String.class), sql);
    }
}
