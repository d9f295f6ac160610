package dev.ibportal.portal.platform.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.EmbeddedDatabase;
import dev.ibportal.portal.testing.World;
import io.quarkus.arc.Arc;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tenant of the work is the one that the database sees, and without one it shows nothing. */
@QuarkusTest
class TenantWallTest {
    @Inject
    World world;

    @Inject
    ActingAs acting;

    @Inject
    Scope scope;

    @Inject
    DataSource tenantDb;

    @Inject
    Config config;

    /** As many as the pool can have. */
    private static final int CONNECTIONS = 20;

    @Inject
    TenantTransaction transaction;

    @Inject
    FabricDb fabricDb;

    private UUID aldermoor = UUID.randomUUID();
    private UUID brackwater = UUID.randomUUID();

    @BeforeEach
    void twoTenants() {
        Arc.container().requestContext().terminate();
        world.reset();
        aldermoor = world.tenant("Aldermoor");
        brackwater = world.tenant("Brackwater");
    }

    private List<String> seen() {
        try (Connection connection = tenantDb.getConnection()) {
            return Sql.of("SELECT name FROM tenant").list(connection, row -> row.getString(1));
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private List<String> seenAs(@Nullable UUID tenant) {
        return acting.call(Actor.system("test"), tenant, this::seen);
    }

    @Test
    void oneTenantAtATimeIsSeenAndNoneWithoutOne() {
        assertThat(seenAs(aldermoor)).containsExactly("Aldermoor");
        assertThat(seenAs(null)).isEmpty();
        assertThat(seenAs(brackwater)).containsExactly("Brackwater");
        assertThat(seen()).as("outside of any request").isEmpty();
    }

    @Test
    void connectionsThatGoFromHandToHandNeverCarryATenantOver() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                int turn = i % 3;
                work.add(() -> switch (turn) {
                    case 0 -> seenAs(aldermoor).equals(List.of("Aldermoor"));
                    case 1 -> seenAs(brackwater).equals(List.of("Brackwater"));
                    default -> seenAs(null).isEmpty();
                });
            }
            for (Future<Boolean> done : pool.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Often enough to get each connection of the pool. */
    private List<String> afterwards() {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            seen.addAll(seen());
        }
        return seen;
    }

    private void acting(Work.Step work) {
        acting.call(Actor.system("test"), aldermoor, () -> {
            transaction.run(work);
            return true;
        });
    }

    @Test
    void aConnectionIsCleanAfterWorkThatThrew() {
        assertThatThrownBy(() -> acting(connection -> {
                    throw new IllegalStateException("in the middle");
                }))
                .hasStackTraceContaining("in the middle");
        assertThat(afterwards()).isEmpty();
    }

    @Test
    void aConnectionIsCleanAfterAStatementThatFailedOrTookTooLong() {
        assertThatThrownBy(() -> acting(connection -> Sql.of("SELECT 1 / 0").exists(connection)))
                .hasStackTraceContaining("division by zero");
        assertThat(afterwards()).isEmpty();
        assertThatThrownBy(() -> acting(connection -> {
                    Sql.of("SET LOCAL statement_timeout = '50ms'").update(connection);
                    Sql.of("SELECT pg_sleep(30)").exists(connection);
                }))
                .hasStackTraceContaining("statement timeout");
        assertThat(afterwards()).isEmpty();
    }

    @Test
    void aConnectionIsCleanAfterATransactionThatTookTooLong() {
        assertThatThrownBy(() -> acting.call(
                        Actor.system("test"),
                        aldermoor,
                        () -> QuarkusTransaction.requiringNew().timeout(1).call(() -> {
                            try (Connection connection = tenantDb.getConnection()) {
                                return Sql.of("SELECT pg_sleep(3)").exists(connection);
                            }
                        })))
                .isInstanceOf(RuntimeException.class);
        assertThat(afterwards()).isEmpty();
    }

    @Test
    void whatSomebodySetOnAConnectionDoesNotReachTheNextTenant() {
        acting.call(Actor.system("test"), aldermoor, () -> {
            try (Connection connection = tenantDb.getConnection()) {
                return Sql.of("SELECT set_config('app.tenant', ?, false)", brackwater.toString())
                        .exists(connection);
            } catch (SQLException e) {
                throw new SqlFailure(e);
            }
        });

        assertThat(afterwards()).isEmpty();
        assertThat(seenAs(aldermoor)).containsExactly("Aldermoor");
    }

    /** Everything that the portal does in its tests, it does as these two. */
    @Test
    void thePortalRunsAsRolesThatOwnNothingAndBypassNothing() throws SQLException {
        try (Connection app = tenantDb.getConnection();
                Connection fabric = fabricDb.connection()) {
            assertThat(role(app)).isEqualTo("ibportal_app false false false false 0");
            assertThat(role(fabric)).isEqualTo("ibportal_fabric false false false false 0");
        }
    }

    private static String role(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT concat_ws(' ', session_user, r.rolsuper::text, r.rolbypassrls::text, r.rolcreaterole::text,
                          r.rolcreatedb::text, (SELECT count(*) FROM pg_class c WHERE c.relowner = r.oid))
                        FROM pg_roles r WHERE r.rolname = session_user""").single(connection, row -> row.getString(1));
    }

    @Test
    void aConnectionOnWhichTheTenantCannotBeSetIsNotHandedOut() {
        String url = config.getValue("quarkus.datasource.jdbc.url", String.class);
        EmbeddedDatabase.asSuperuser(url, "REVOKE EXECUTE ON FUNCTION set_config(text, text, boolean) FROM PUBLIC");
        try {
            assertThatThrownBy(() -> seenAs(aldermoor)).hasStackTraceContaining("tenant could not be set");
        } finally {
            EmbeddedDatabase.asSuperuser(url, "GRANT EXECUTE ON FUNCTION set_config(text, text, boolean) TO PUBLIC");
        }
        assertThat(seenAs(aldermoor)).containsExactly("Aldermoor");
    }

    @Test
    void onlyPeopleOfTheWholePortalReadWithoutATenant() {
        Actor operator =
                new Actor(UUID.randomUUID(), "root", "Root", Set.of(new Actor.Grant(Role.OPERATOR, null)), false);
        Actor ofTwo = new Actor(
                UUID.randomUUID(),
                "ada",
                "Ada",
                Set.of(new Actor.Grant(Role.TENANT_ADMIN, aldermoor), new Actor.Grant(Role.PLANNER, brackwater)),
                false);

        assertThat(acting.call(operator, null, this::names)).containsExactly("Aldermoor", "Brackwater");
        assertThat(acting.call(operator, brackwater, this::names)).containsExactly("Brackwater");
        assertThat(acting.call(ofTwo, aldermoor, this::names)).containsExactly("Aldermoor");
        assertThatThrownBy(() -> acting.call(ofTwo, null, this::names))
                .isInstanceOf(DomainFault.Invalid.class)
                .hasMessageContaining("say for which tenant");
        assertThatThrownBy(() -> acting.call(ofTwo, UUID.randomUUID(), this::names))
                .isInstanceOf(DomainFault.NotFound.class);
    }

    private List<String> names() {
        return scope.read(connection ->
                Sql.of("SELECT name FROM tenant ORDER BY name").list(connection, row -> row.getString(1)));
    }
}
