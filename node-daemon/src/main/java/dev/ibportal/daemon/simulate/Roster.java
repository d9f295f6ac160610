package dev.ibportal.daemon.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Which hosts there are, in the order they came, so that each keeps its place and its GUID across restarts. */
final class Roster {
    private static final String FILE = "roster.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An adapter maker's prefix, 16 bits that tell two simulations apart, 12 bits for the host, 4 for the port. */
    private static final long GUID_BASE = 0x506b_4b03_0000_0000L;

    private static final int MOST_HOSTS = 1 << 12;

    private final StateDir state;
    private final Stored stored;

    private record Stored(int seed, List<String> names) {}

    private Roster(StateDir state, Stored stored) {
        this.state = state;
        this.stored = stored;
    }

    static Roster load(StateDir state, RandomGenerator random) {
        Stored stored = state.read(FILE)
                .map(Roster::parse)
                .orElseGet(() -> new Stored(random.nextInt(1, 1 << 16), new ArrayList<>()));
        return new Roster(state, stored);
    }

    private static Stored parse(byte[] content) {
        try {
            Stored stored = JSON.readValue(content, Stored.class);
            return new Stored(stored.seed(), new ArrayList<>(stored.names()));
        } catch (IOException e) {
            throw new IllegalStateException("the simulation's list of hosts is damaged", e);
        }
    }

    List<String> names() {
        return List.copyOf(stored.names());
    }

    /** The host's place; a new one is remembered by {@link #save}. */
    int place(String name) {
        int known = stored.names().indexOf(name);
        if (known >= 0) {
            return known;
        }
        if (stored.names().size() == MOST_HOSTS) {
            throw new IllegalStateException("a simulation holds at most " + MOST_HOSTS + " hosts");
        }
        stored.names().add(name);
        return stored.names().size() - 1;
    }

    void save() {
        try {
            state.write(FILE, JSON.writeValueAsBytes(stored));
        } catch (IOException e) {
            throw new IllegalStateException("the simulation's list of hosts cannot be encoded", e);
        }
    }

    /** GUID of the first port. */
    Guid guid(int place) {
        return new Guid(GUID_BASE | (long) stored.seed() << 16 | (long) place << 4 | 1);
    }

    String machineId(int place) {
        return String.format(Locale.ROOT, "%032x", guid(place).value());
    }
}
