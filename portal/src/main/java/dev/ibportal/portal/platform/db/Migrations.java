package dev.ibportal.portal.platform.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.Flyway;

/** Brings the schema up to date as the owner, and gives the other roles their passwords. */
public final class Migrations {
    private Migrations() {}

    public static void run(DbAccess db) {
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(db.url(), db.owner().role(), db.owner().password())
                .locations("classpath:db/migration")
                .validateMigrationNaming(true)
                .load()
                .migrate();
        setPasswords(db);
    }

    private static void setPasswords(DbAccess db) {
        try (Connection connection = DriverManager.getConnection(
                        db.url(), db.owner().role(), db.owner().password());
                Statement statement = connection.createStatement()) {
            for (DbAccess.Login login : List.of(db.app(), db.fabric(), db.sealer())) {
                statement.execute("ALTER ROLE " + statement.enquoteIdentifier(login.role(), true) + " PASSWORD "
                        + statement.enquoteLiteral(login.password()));
            }
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }
}
