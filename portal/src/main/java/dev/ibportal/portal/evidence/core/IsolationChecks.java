package dev.ibportal.portal.evidence.core;

import dev.ibportal.portal.evidence.core.Check.Verdict;
import dev.ibportal.portal.evidence.core.Facts.FabricFact;
import dev.ibportal.portal.evidence.core.Facts.KeyFact;
import dev.ibportal.portal.evidence.core.Facts.PartitionFact;
import dev.ibportal.portal.evidence.core.Facts.PortFact;
import dev.ibportal.portal.evidence.core.Facts.ProbeFact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges facts. What was not seen, or long ago, proves nothing; what was seen to be wrong stays wrong however old. */
public final class IsolationChecks {
    /** A table that was read longer ago says nothing of now. */
    public static final Duration FRESH = Duration.ofMinutes(15);

    /** A try to get through holds longer: nothing but a change of the fabric opens a door. */
    public static final Duration PROBE_FRESH = Duration.ofDays(1);

    private static final int DEFAULT_BASE = 0x7fff;
    private static final int FULL = 0x8000;

    private final Instant now;

    public IsolationChecks(Instant now) {
        this.now = now;
    }

    public List<Check> judge(Facts facts) {
        List<Check> checks = new ArrayList<>();
        for (PartitionFact partition : facts.partitions()) {
            checks.add(keyUnique(partition).about(partition.id(), null));
            facts.fabrics().stream()
                    .filter(fabric -> fabric.id().equals(partition.fabric()))
                    .findFirst()
                    .ifPresent(fabric ->
                            checks.add(noForeignMembers(partition, fabric).about(partition.id(), null)));
            ProbeFact probe = partition.probe();
            checks.add(negativePing(partition).about(partition.id(), probe == null ? null : probe.course()));
        }
        for (FabricFact fabric : facts.fabrics()) {
            checks.add(defaultLimited(fabric));
            checks.add(smKeys(fabric));
        }
        return List.copyOf(checks);
    }

    /** Who knows the keys can manage the fabric from any port, past every partition. */
    private Check smKeys(FabricFact fabric) {
        List<KeyFact> keys = fabric.keys();
        Instant oldest = keys.stream()
                .map(KeyFact::seenAt)
                .min(Comparator.naturalOrder())
                .orElse(null);
        if (oldest == null) {
            return new Check(
                    "sm-keys",
                    fabric.name(),
                    Verdict.NOT_VERIFIED,
                    null,
                    "nobody has said whether they are set: the daemon on the subnet manager's host tells it from OpenSM's"
                            + " options file (sm.options-file) with the next reading of tables; for another subnet manager"
                            + " look at its configuration");
        }
        String open = names(keys, "default");
        if (!open.isEmpty()) {
            return new Check(
                    "sm-keys",
                    fabric.name(),
                    Verdict.BROKEN,
                    oldest,
                    open + ": not set, or the value that everybody knows; set other values in OpenSM's options file and"
                            + " restart it");
        }
        String unknown = names(keys, "unknown");
        if (!unknown.isEmpty()) {
            return new Check(
                    "sm-keys",
                    fabric.name(),
                    Verdict.NOT_VERIFIED,
                    oldest,
                    unknown + ": OpenSM's options file could not be read or understood; look at it on its host");
        }
        boolean fresh = !oldest.plus(FRESH).isBefore(now);
        return new Check(
                "sm-keys",
                fabric.name(),
                fresh ? Verdict.PROVED : Verdict.NOT_VERIFIED,
                oldest,
                names(keys, "set") + " are set in the options file that OpenSM reads at its start"
                        + (fresh ? "" : "; that was said more than " + FRESH.toMinutes() + " minutes ago"));
    }

    private static String names(List<KeyFact> keys, String state) {
        return keys.stream()
                .filter(key -> key.state().equals(state))
                .map(KeyFact::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private Check keyUnique(PartitionFact partition) {
        boolean unique = partition.holders() == 1;
        return new Check(
                "keys-unique",
                partition.name(),
                unique ? Verdict.PROVED : Verdict.BROKEN,
                now,
                unique
                        ? "no other live partition of the fabric has the key"
                        : "another live partition of the fabric has the same key");
    }

    private Check noForeignMembers(PartitionFact partition, FabricFact fabric) {
        long foreign = fabric.ports().stream()
                .filter(port -> holds(port, partition.base()))
                .filter(port -> !partition.members().contains(port.id()))
                .count();
        if (foreign > 0) {
            return new Check(
                    "no-foreign-members",
                    partition.name(),
                    Verdict.BROKEN,
                    oldest(fabric.ports()),
                    foreign + " ports that are no members have the key in their tables");
        }
        return fromTables("no-foreign-members", partition.name(), fabric, "no other port has the key in its table");
    }

    private Check defaultLimited(FabricFact fabric) {
        long full = fabric.ports().stream()
                .filter(port -> !port.manager())
                .filter(port -> {
                    List<Integer> keys = port.keys();
                    return keys != null && keys.contains(DEFAULT_BASE | FULL);
                })
                .count();
        if (full > 0) {
            return new Check(
                    "default-limited",
                    fabric.name(),
                    Verdict.BROKEN,
                    oldest(fabric.ports()),
                    full + " ports are full members of the default partition, and reach each other in it");
        }
        if (!fabric.limited()) {
            return new Check(
                    "default-limited",
                    fabric.name(),
                    Verdict.BROKEN,
                    now,
                    "the fabric is set to make ports full members of the default partition");
        }
        if (!fabric.applied()) {
            return new Check(
                    "default-limited",
                    fabric.name(),
                    Verdict.NOT_VERIFIED,
                    oldest(fabric.ports()),
                    "the subnet manager has not confirmed the configuration that makes ports limited members");
        }
        return fromTables(
                "default-limited",
                fabric.name(),
                fabric,
                "every port but the subnet manager's is a limited member at most");
    }

    /** Proved only if each registered port's table is known, and recent. */
    private Check fromTables(String kind, String subject, FabricFact fabric, String good) {
        List<PortFact> ports = fabric.ports();
        long unread = ports.stream().filter(port -> port.keys() == null).count();
        long stale = ports.stream()
                .filter(port -> {
                    Instant seen = port.seenAt();
                    return port.keys() != null
                            && (seen == null || seen.plus(FRESH).isBefore(now));
                })
                .count();
        if (ports.isEmpty() || unread + stale > 0) {
            String why = ports.isEmpty()
                    ? "no port is registered on the fabric"
                    : (unread > 0 ? "not every port's table was ever read" : "not every port's table was read")
                            + (stale > 0 ? ", some not for " + FRESH.toMinutes() + " minutes" : "");
            return new Check(kind, subject, Verdict.NOT_VERIFIED, oldest(ports), why);
        }
        // Not how many: a tenant does not learn what others have.
        return new Check(kind, subject, Verdict.PROVED, oldest(ports), good + " (all registered ports were read)");
    }

    private Check negativePing(PartitionFact partition) {
        ProbeFact probe = partition.probe();
        if (probe == null) {
            return new Check(
                    "negative-ping",
                    partition.name(),
                    Verdict.NOT_VERIFIED,
                    null,
                    "nobody has tried to get out of it yet; a ping across partitions does, with two members in sync here and"
                            + " in another partition of the fabric");
        }
        if (probe.verdict().equals("broken")) {
            return new Check("negative-ping", partition.name(), Verdict.BROKEN, probe.at(), probe.detail());
        }
        boolean fresh = !probe.at().plus(PROBE_FRESH).isBefore(now);
        boolean proved = probe.verdict().equals("proved");
        return new Check(
                "negative-ping",
                partition.name(),
                proved && fresh ? Verdict.PROVED : Verdict.NOT_VERIFIED,
                probe.at(),
                probe.detail()
                        + (proved && !fresh
                                ? "; that was more than " + PROBE_FRESH.toHours() + " hours ago: try again"
                                : ""));
    }

    private static boolean holds(PortFact port, int base) {
        List<Integer> keys = port.keys();
        return keys != null && keys.stream().anyMatch(key -> (key & DEFAULT_BASE) == base);
    }

    private static @Nullable Instant oldest(List<PortFact> ports) {
        return ports.stream()
                .map(PortFact::seenAt)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }
}
