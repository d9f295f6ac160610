package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.audit.LogReport;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.seal.SealService;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers are given after the commit, without gaps, and pass nothing over. */
@QuarkusTest
class SealingTest {
    private static final String INSERT = """
            INSERT INTO audit_event (actor_name, action, object_kind, object_name, outcome, request_id)
            VALUES ('olga', 'tenant.change', 'tenant', ?, 'success', gen_random_uuid())""";

    @Inject
    SealedLog log;

    @Inject
    World world;

    @Inject
    FabricDb db;

    @Inject
    SealService seals;

    @BeforeEach
    void begin() {
        log.begin();
    }

    private List<String> numbered() {
        return world.strings("SELECT audit_number_of(id, at) || ' ' || object_name FROM audit_event"
                + " WHERE audit_number_of(id, at) IS NOT NULL ORDER BY audit_number_of(id, at)");
    }

    @Test
    void aLateCommitIsNotPassedOver() throws SQLException {
        try (Connection late = db.connection()) {
            late.setAutoCommit(false);
            Sql.of(INSERT, "late").update(late);
            log.event("early");
            log.seal();

            assertThat(numbered()).isEmpty();
            assertThat(seals.state().unsealed()).isEqualTo(1);

            late.commit();
            late.setAutoCommit(true);
        }
        log.seal();

        assertThat(numbered()).containsExactly("1 late", "2 early");
        assertThat(log.verify().whole()).isTrue();
    }

    @Test
    void whatWasRolledBackLeavesNoGap() throws SQLException {
        log.event("one");
        try (Connection undone = db.connection()) {
            undone.setAutoCommit(false);
            Sql.of(INSERT, "never").update(undone);
            undone.rollback();
            undone.setAutoCommit(true);
        }
        log.event("two");
        log.seal();

        assertThat(numbered()).containsExactly("1 one", "2 two");
    }

    @Test
    void severalSealersAmongWritersNumberEachEventOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < 3; writer++) {
                String name = "writer " + writer;
                all.add(threads.submit(
                        () -> Stream.generate(() -> name).limit(60).forEach(log::event)));
                all.add(threads.submit(
                        () -> Stream.generate(() -> name).limit(25).forEach(any -> log.seal())));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        log.seal();
        LogReport report = log.verify();

        assertThat(report.findings()).isEmpty();
        assertThat(report.events()).isEqualTo(180);
        assertThat(numbered()).hasSize(180).doesNotHaveDuplicates();
    }

    @Test
    void theKeyIsOutsideTheDatabaseAndTheNextOneIsVouchedFor() throws IOException {
        log.event("one");
        log.seal();
        String before = seals.state().keyId();
        String after = seals.rotateKey();
        log.event("two");
        log.seal();

        assertThat(after).isNotEqualTo(before);
        assertThat(seals.state().keyId()).isEqualTo(after);
        assertThat(log.findings()).isEmpty();
        assertThat(world.strings("SELECT DISTINCT key_id FROM audit_seal")).containsExactlyInAnyOrder(before, after);
        try (Stream<Path> files = Files.list(Path.of(seals.state().keyDirectory()))) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        log.tamper("UPDATE audit_key SET endorsed_by = NULL, endorsement = NULL");
        assertThat(log.findings()).anySatisfy(finding -> assertThat(finding).contains("no older key vouches"));
    }

    @Test
    void eachHeadIsWrittenDownOutsideTheDatabase() throws IOException {
        log.event("one");
        log.seal();
        log.event("two");
        log.seal();

        assertThat(Files.readAllLines(log.anchors()))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("hash=", "signature=", "key=" + seals.state().keyId()));
    }
}
