package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is wrong with a simulated host beside its ports, interfaces and commands: seen in listings and files only. */
public final class SimulatedTroubles {
    private static final String NO_RULES = "{\"nftables\": [{\"metainfo\": {\"json_schema_version\": 1}}]}";

    private final Map<String, Reading<String>> files = new ConcurrentHashMap<>();
    private final Map<String, List<String>> directories = new ConcurrentHashMap<>();
    private final Map<String, String> links = new ConcurrentHashMap<>();
    private final Map<String, String> strangers = new ConcurrentHashMap<>();
    private final Map<String, String> remembered = new ConcurrentHashMap<>();
    private final List<String> kernelLog = new CopyOnWriteArrayList<>();
    private volatile String rules = NO_RULES;
    private volatile boolean drops;
    private volatile boolean deaf;
    private volatile boolean lost;
    private volatile int largest = Integer.MAX_VALUE;

    /** A file of sysfs, whatever the host would show. */
    public void shows(String path, String text) {
        files.put(path, Reading.known(text));
    }

    /** A file of sysfs that is not there. */
    public void hides(String path) {
        files.put(path, Reading.missing());
    }

    /** A directory of sysfs with these names. */
    public void lists(String path, List<String> names) {
        directories.put(path, List.copyOf(names));
    }

    public void leads(String path, String target) {
        links.put(path, target);
    }

    public void logs(String line) {
        kernelLog.add(line);
    }

    /** The packet filter drops echo requests and replies, as this {@code nft -j list ruleset} says. */
    public void filters(String json) {
        rules = json;
        drops = true;
    }

    /** Echo requests are not answered. */
    public void ignoresEcho() {
        deaf = true;
    }

    /** Packets are lost on the way, and nothing says why. */
    public void losesPackets() {
        lost = true;
    }

    /** Packets above this size are lost on the way. */
    public void losesAbove(int bytes) {
        largest = bytes;
    }

    public boolean carries(int bytes) {
        return bytes <= largest;
    }

    /** Somebody that no daemon runs on has this address too. */
    public void stranger(String address, String hardware) {
        strangers.put(address, hardware);
    }

    /** The neighbour table keeps this hardware address, forty digits, for an address. */
    public void remembers(String address, String hardware) {
        remembered.put(address, hardware);
    }

    public boolean dropsEcho() {
        return drops || lost;
    }

    public boolean isDeaf() {
        return deaf;
    }

    public Optional<String> remembered(String address) {
        return Optional.ofNullable(remembered.get(address));
    }

    Optional<String> strangerAt(String address) {
        return Optional.ofNullable(strangers.get(address));
    }

    Optional<Reading<String>> file(String path) {
        return Optional.ofNullable(files.get(path));
    }

    Optional<List<String>> directory(String path) {
        return Optional.ofNullable(directories.get(path));
    }

    Optional<String> link(String path) {
        return Optional.ofNullable(links.get(path));
    }

    String kernelLog() {
        return String.join("\n", kernelLog) + "\n";
    }

    String rules() {
        return rules;
    }

    public void clear() {
        files.clear();
        directories.clear();
        links.clear();
        strangers.clear();
        remembered.clear();
        kernelLog.clear();
        rules = NO_RULES;
        drops = false;
        deaf = false;
        lost = false;
        largest = Integer.MAX_VALUE;
    }
}
