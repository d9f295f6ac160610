package dev.ibportal.e2e.bench;

import dev.ibportal.demo.Layout;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** The portal's embedded PostgreSQL as its superuser: counts statements, and sees states without asking the portal. */
public final class Database {
    private static final Pattern STATEMENT = Pattern.compile("LOG: {2}(execute|statement)");
    private static final int PORT_LINE = 3;

    private final String url;
    private final String password;
    private final Path log;
    private final long pid;

    private Database(String url, String password, Path log, long pid) {
        this.pid = pid;
        this.url = url;
        this.password = password;
        this.log = log;
    }

    public static Database of(Layout layout) {
        Path data = layout.portalData();
        Properties secrets = new Properties();
        try (Reader reader = Files.newBufferedReader(data.resolve("database-secrets.properties"))) {
            secrets.load(reader);
            List<String> pid = Files.readAllLines(data.resolve("postgresql").resolve("postmaster.pid"));
            return new Database(
                    "jdbc:postgresql://127.0.0.1:" + pid.get(PORT_LINE).strip() + "/",
                    secrets.getProperty("postgres"),
                    data.resolve("postgresql.log"),
                    Long.parseLong(pid.get(0).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Connection open(String database) throws SQLException {
        // By a data source: under Maven's exec plugin the DriverManager has looked for drivers before ours was there.
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url + database);
        return source.getConnection("postgres", password);
    }

    /** Of the server and its processes, also of those that have ended. */
    double cpuSeconds() {
        return ProcessHandle.of(pid).stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.children()))
                .mapToDouble(process -> ProcessCost.cpuSecondsWithEnded(process.pid()))
                .sum();
    }

    /** How far the members of one partition are. */
    record Progress(int effective, int inSync) {}

    static Progress progress(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            rows.next();
            return new Progress(rows.getInt(1), rows.getInt(2));
        }
    }

    static PreparedStatement progressOf(Connection connection, String partition) throws SQLException {
        PreparedStatement query = connection.prepareStatement("""
                SELECT count(*) FILTER (WHERE f.state = 'effective'), count(*) FILTER (WHERE s.state = 'in_sync')
                FROM membership m JOIN membership_status f ON f.membership_id = m.id
                  JOIN interface i ON i.membership_id = m.id JOIN interface_status s ON s.interface_id = i.id
                WHERE m.partition_id = ?::uuid""");
        query.setString(1, partition);
        return query;
    }

    /** From here on each statement of each connection is written to the server's log. */
    void logStatements(boolean on) throws SQLException {
        try (Connection connection = open("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET log_statement = '" + (on ? "all" : "none") + "'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    long logEnd() {
        try {
            return Files.size(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Statements logged since then; those of background work that fell into the time are among them. */
    long statementsSince(long place) {
        try (FileChannel channel = FileChannel.open(log);
                Stream<String> lines = new java.io.BufferedReader(
                                java.nio.channels.Channels.newReader(channel.position(place), "UTF-8"))
                        .lines()) {
            return lines.filter(line -> STATEMENT.matcher(line).find()).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
