package dev.ibportal.portal.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CleaningTest {
    @Inject
    World world;

    @Inject
    CleaningJob job;

    @Inject
    Jobs jobs;

    private final UUID node = UUID.randomUUID();

    @BeforeEach
    void oneNode() {
        world.reset();
        world.execute("INSERT INTO node (id, name, name_key) VALUES (?, 'n1', 'n1')", node);
    }

    @Test
    void certificatesGoWhenTheHandshakeAloneKeepsThemOut() {
        certificate("ended", "-2 days", false);
        certificate("ended-and-denied", "-2 days", true);
        certificate("just-ended", "-1 hour", true);
        certificate("denied", "1 day", true);
        certificate("good", "1 day", false);

        Duration next = job.run(CleaningJob.PORTAL);

        assertThat(world.strings("SELECT serial FROM node_certificate ORDER BY serial"))
                .containsExactly("denied", "good", "just-ended");
        assertThat(next).isEqualTo(Duration.ofHours(1));
    }

    private void certificate(String serial, String ends, boolean denied) {
        world.execute(
                "INSERT INTO node_certificate (serial, node_id, not_after, denied_at)"
                        + " VALUES (?, ?, now() + ?::interval, CASE WHEN ? THEN now() END)",
                serial,
                node,
                ends,
                denied);
    }

    @Test
    void enrolmentTokensAreExplainedForAMonth() {
        token("-31 days");
        token("-29 days");
        token("1 hour");

        job.run(CleaningJob.PORTAL);

        assertThat(world.count("enrolment_token", "true")).isEqualTo(2);
    }

    private void token(String ends) {
        world.execute(
                "INSERT INTO enrolment_token (node_id, token_hash, expires_at)"
                        + " VALUES (?, sha256(?::text::bytea), now() + ?::interval)",
                node,
                ends,
                ends);
    }

    @Test
    void sessionsAndTokensOfPeopleGoAndLiveOnesStay() {
        UUID user = world.operator("root").id();
        world.execute("""
                INSERT INTO web_session (id_hash, user_id, expires_at)
                SELECT sha256(d::text::bytea), ?, now() + d * interval '1 day' FROM unnest(ARRAY[-1, 1]) d""", user);
        // Nobody has used it for so long that it has ended: with its row goes the way to bring it back.
        world.execute("""
                INSERT INTO web_session (id_hash, user_id, expires_at, last_seen_at)
                SELECT sha256('idle'), ?, now() + interval '1 day', now() - interval '3 hours'""", user);
        world.execute("""
                INSERT INTO api_token (user_id, name, prefix, token_hash, expires_at, revoked_at)
                SELECT ?, 'of ' || e || ' ' || r, 'x', sha256((e || ' ' || r)::bytea),
                  now() + e * interval '1 day', CASE WHEN r < 0 THEN now() + r * interval '1 day' END
                FROM (VALUES (-91, 0), (-1, 0), (100, -91), (100, -1)) v (e, r)""", user);

        job.run(CleaningJob.PORTAL);

        assertThat(world.count("web_session", "true")).isOne();
        assertThat(world.strings("SELECT name FROM api_token WHERE name LIKE 'of %' ORDER BY name"))
                .containsExactly("of -1 0", "of 100 -1");
        assertThat(world.count("api_token", "name NOT LIKE 'of %'")).isOne();
    }

    @Test
    void answersKeptForThoseWhoNeverCameBackGo() {
        UUID user = world.operator("root").id();
        world.execute("""
                INSERT INTO idempotency (user_id, key, request_hash, created_at)
                SELECT ?, 'k' || h, '\\x00', now() - h * interval '1 hour' FROM unnest(ARRAY[1, 25]) h""", user);

        job.run(CleaningJob.PORTAL);

        assertThat(world.strings("SELECT key FROM idempotency")).containsExactly("k1");
    }

    @Test
    void aLotGoesInPieces() {
        world.execute("""
                INSERT INTO node_certificate (serial, node_id, not_after)
                SELECT 's' || g, ?, now() - interval '2 days' FROM generate_series(1, 1500) g""", node);

        assertThat(job.run(CleaningJob.PORTAL)).isLessThan(Duration.ofMinutes(1));
        assertThat(world.count("node_certificate", "true")).isEqualTo(500);
        assertThat(job.run(CleaningJob.PORTAL)).isEqualTo(Duration.ofHours(1));
        assertThat(world.count("node_certificate", "true")).isZero();
    }

    @Test
    void itRunsByItself() {
        certificate("ended", "-2 days", false);

        jobs.wake(CleaningJob.NAME, CleaningJob.PORTAL);

        await().until(() -> world.count("node_certificate", "true") == 0);
        assertThat(world.count("scheduled_tasks", "task_name = 'cleaning'")).isOne();
    }
}
