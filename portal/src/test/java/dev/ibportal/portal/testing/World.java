package dev.ibportal.portal.testing;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.security.Passwords;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.types.DisplayName;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/** Puts people and tenants in place without going through the API, and calls the API as one of them. */
@ApplicationScoped
public class World {
    public static final String PASSWORD = "correct horse battery";

    private final FabricDb db;
    private final Passwords passwords;
    private final Config config;

    World(FabricDb db, Passwords passwords, Config config) {
        this.config = config;
        this.db = db;
        this.passwords = passwords;
    }

    /** Somebody with a personal token. */
    public record Person(UUID id, String login, String token) {
        /** A request to the API as this person: JSON in and out. */
        public RequestSpecification api() {
            return RestAssured.given()
                    .contentType(ContentType.JSON)
                    .accept(ContentType.JSON)
                    .header("Authorization", "Bearer " + token);
        }

        public RequestSpecification apiFor(UUID tenant) {
            return api().header("X-Tenant", tenant.toString());
        }
    }

    /** Empties the database; every test class that counts or lists begins with it. */
    public void reset() {
        EmbeddedDatabase.empty(config.getValue("quarkus.datasource.jdbc.url", String.class));
    }

    public UUID tenant(String name) {
        UUID id = UUID.randomUUID();
        inPlace(connection -> execute(
                connection,
                "INSERT INTO tenant (id, name, name_key) VALUES (?, ?, ?)",
                id,
                name,
                new DisplayName(name).key()));
        return id;
    }

    public Person operator(String login) {
        return person(login, Role.OPERATOR, null);
    }

    public Person tenantAdmin(String login, UUID tenant) {
        return person(login, Role.TENANT_ADMIN, tenant);
    }

    public Person planner(String login, UUID tenant) {
        return person(login, Role.PLANNER, tenant);
    }

    public Person auditor(String login, @Nullable UUID tenant) {
        return person(login, Role.AUDITOR, tenant);
    }

    /** A person with one role, the password {@link #PASSWORD}, and a token. */
    public Person person(String login, Role role, @Nullable UUID tenant) {
        UUID id = UUID.randomUUID();
        String token = Secrets.newToken();
        inPlace(connection -> {
            execute(
                    connection,
                    "INSERT INTO app_user (id, login, name, password_hash) VALUES (?, ?, ?, ?)",
                    id,
                    login,
                    login,
                    passwords.hash("password", PASSWORD));
            execute(
                    connection,
                    "INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, ?, ?)",
                    id,
                    role.text(),
                    tenant);
            execute(
                    connection,
                    "INSERT INTO api_token (user_id, name, prefix, token_hash) VALUES (?, 'test', ?, ?)",
                    id,
                    Secrets.shown(token),
                    Secrets.hash(token));
        });
        return new Person(id, login, token);
    }

    /** Makes the person something to one more tenant. */
    public void grant(Person person, Role role, UUID tenant) {
        execute("INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, ?, ?)", person.id(), role.text(), tenant);
    }

    /** First column of the answer, read as the fabric role. */
    public List<String> strings(String sql, Object... parameters) {
        return db.read(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, parameters);
                    ResultSet rows = statement.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            }
        });
    }

    public String string(String sql, Object... parameters) {
        List<String> found = strings(sql, parameters);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " rows instead of one: " + sql);
        }
        return found.get(0);
    }

    public int count(String table, String where, Object... parameters) {
        return Integer.parseInt(string("SELECT count(*) FROM " + table + " WHERE " + where, parameters));
    }

    public void execute(String sql, Object... parameters) {
        inPlace(connection -> execute(connection, sql, parameters));
    }

    /** As if it had been there before the portal: the database is told that it is no change behind the portal's back. */
    private void inPlace(Work.Step work) {
        db.run(connection -> {
            UUID request = UUID.randomUUID();
            execute(
                    connection,
                    "INSERT INTO audit_event (actor_name, action, object_kind, outcome, request_id)"
                            + " VALUES ('test', 'test.place', 'test', 'success', ?)",
                    request);
            work.run(connection);
            execute(connection, "SET CONSTRAINTS ALL IMMEDIATE");
            execute(connection, "SELECT test_forget(?)", request);
        });
    }

    private static void execute(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.execute();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
