package dev.ibportal.portal.seal;

import jakarta.inject.Singleton;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Compares what watches over the database with what the portal's migrations make. The list of it, guards.txt, comes with the
 * portal: the database cannot be asked what it ought to be.
 */
@Singleton
class Guards {
    static final String LIST = "guards.txt";

    private final GuardSql sql;
    private final Map<String, String> wanted = read();

    Guards(GuardSql sql) {
        this.sql = sql;
    }

    void check(Connection connection, BiConsumer<String, String> taker) throws SQLException {
        Map<String, String> found = sql.guards(connection);
        wanted.forEach((name, state) -> {
            String now = found.get(name);
            if (now == null) {
                taker.accept(name, "is gone");
            } else if (!now.equals(state)) {
                taker.accept(name, "is off, or is not as the portal made it");
            }
        });
        found.keySet().stream()
                .filter(name -> !wanted.containsKey(name) && isOnOurTable(name))
                .forEach(name -> taker.accept(name, "is none of the portal's"));
        sql.odd(connection, taker);
    }

    /** Functions and tables beside the portal's do nothing by themselves. */
    private boolean isOnOurTable(String name) {
        int at = name.lastIndexOf(" on ");
        return at > 0 && wanted.containsKey("table " + name.substring(at + " on ".length()));
    }

    private static Map<String, String> read() {
        Map<String, String> wanted = new TreeMap<>();
        try (InputStream in = Guards.class.getResourceAsStream("/" + LIST)) {
            if (in == null) {
                throw new IllegalStateException("the portal was built without " + LIST);
            }
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .forEach(line -> {
                        int at = line.indexOf(' ');
                        wanted.put(line.substring(at + 1), line.substring(0, at));
                    });
            return wanted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
