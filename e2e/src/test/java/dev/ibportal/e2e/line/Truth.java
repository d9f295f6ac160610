package dev.ibportal.e2e.line;

import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What people want, as SQL has it, held against what the ports' tables and the hosts really show. What the portal says of
 * itself is not asked.
 */
final class Truth {
    private static final String DATABASE = "ibportal";
    private static final int BASE = 0x7fff;
    private static final Found NOTHING = new Found(new TreeSet<>(), new TreeMap<>());

    private final Lab lab;
    private final Line line;

    Truth(Lab lab, Line line) {
        this.lab = lab;
        this.line = line;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(Books books) throws SQLException;
    }

    private <T> T read(Reading<T> reading) throws SQLException {
        try (Connection connection = line.database().open(DATABASE)) {
            return reading.of(new Books(connection));
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("42")) {
                throw new AssertionError("this test has a wrong query", e);
            }
            throw e;
        }
    }

    /** The first thing that is not as it should be yet, in plain words. */
    Optional<String> difference() {
        try {
            Optional<String> open = read(Books::open);
            return open.isPresent() ? open : difference(read(Books::wanted));
        } catch (SQLException | UncheckedIOException e) {
            return Optional.of("the database does not answer: " + e.getMessage());
        }
    }

    private Optional<String> difference(Map<String, Found> wanted) {
        for (LabHost host : lab.hosts()) {
            Found should = wanted.getOrDefault(host.portGuid(), NOTHING);
            Found has = Found.on(host);
            if (!has.equals(should)) {
                return Optional.of(host + " has " + has + " and should have " + should);
            }
            Optional<String> dark = has.children().keySet().stream()
                    .filter(child -> !host.hasCarrier(child))
                    .findFirst();
            if (dark.isPresent()) {
                return Optional.of(dark.get() + " of " + host + " has no carrier");
            }
        }
        return Optional.empty();
    }

    /** Everything that must never be, once nothing is on its way. */
    List<String> wrong() throws SQLException {
        return read(Books::wrong);
    }

    /** Names or ids that a query finds; for choosing what to change. */
    List<String> texts(String query) throws SQLException {
        return read(books -> books.texts(query));
    }

    /**
     * What ports and hosts have now although it is not theirs: not before they were looked at and not after. Nothing is
     * known when database or hosts do not answer.
     */
    Optional<List<String>> strangers() {
        try {
            Set<String> may = new TreeSet<>(read(Books::mayBe));
            Map<LabHost, Set<String>> seen = new TreeMap<>(Comparator.comparing(LabHost::name));
            lab.hosts().forEach(host -> seen.put(host, seen(host)));
            may.addAll(read(Books::mayBe));
            List<String> strangers = new ArrayList<>();
            seen.forEach((host, things) -> things.stream()
                    .filter(thing -> !may.contains(thing))
                    .forEach(thing -> strangers.add(host + " has " + thing + ", which is not its own")));
            return Optional.of(strangers);
        } catch (SQLException | UncheckedIOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    private static Set<String> seen(LabHost host) {
        Set<String> things = new TreeSet<>();
        Found found = Found.on(host);
        found.keys().forEach(key -> things.add(host.portGuid() + " key " + (key & BASE)));
        found.children().forEach((child, addresses) -> {
            int key = Integer.parseInt(child.substring(child.indexOf('.') + 1), 16) & BASE;
            things.add(host.portGuid() + " key " + key);
            addresses.forEach(address -> things.add(
                    host.portGuid() + " address " + address.substring(0, address.indexOf('/')) + " of " + key));
        });
        return things;
    }
}
