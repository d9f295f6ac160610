package dev.ibportal.portal.posture.core;

import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.SeenManager;
import dev.ibportal.portal.posture.core.PostureCheck.Verdict;
import dev.ibportal.portal.posture.core.PostureFacts.Key;
import dev.ibportal.portal.posture.core.PostureFacts.Port;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges how a fabric is guarded. Good is only what was seen, all of it, and lately; bad is what was seen, however long ago,
 * until something else is seen.
 */
public final class Posture {
    private static final int FULL_DEFAULT = 0xffff;
    private static final int NAMED = 5;
    private static final Set<String> IMPOSSIBLE = Set.of("0x0000000000000000", "0xffffffffffffffff");

    /** Told with every answer of the subnet manager's daemon. */
    private static final Duration KEYS_AGE = Duration.ofMinutes(15);

    /** Looked at every few minutes. */
    private static final Duration SURVEY_AGE = Duration.ofMinutes(30);

    /** A background round over a large fabric takes hours. */
    private static final Duration TABLES_AGE = Duration.ofHours(6);

    private final PostureFacts facts;
    private final Instant now;

    private Posture(PostureFacts facts, Instant now) {
        this.facts = facts;
        this.now = now;
    }

    public static List<PostureCheck> judge(PostureFacts facts, Instant now) {
        Posture posture = new Posture(facts, now);
        List<PostureCheck> checks = new ArrayList<>();
        for (String name : List.of("m_key", "sm_key", "sa_key")) {
            checks.add(posture.key(name));
        }
        checks.add(posture.defaultPartition());
        checks.add(posture.managers());
        checks.add(posture.guids());
        checks.add(posture.oneFabric());
        return checks;
    }

    private boolean isOld(@Nullable Instant at, Duration age) {
        return at == null || at.plus(age).isBefore(now);
    }

    private PostureCheck key(String name) {
        Optional<Key> found =
                facts.keys().stream().filter(key -> key.name().equals(name)).findFirst();
        if (found.isEmpty()) {
            return new PostureCheck(
                    "sm-key", name, Verdict.UNKNOWN, null, "the daemon of the subnet manager has not told of it");
        }
        Key key = found.get();
        if (key.state().equals("default")) {
            return new PostureCheck(
                    "sm-key",
                    name,
                    Verdict.BAD,
                    key.seenAt(),
                    name
                            + " has the value that everybody knows, so that any host could manage the fabric or ask as if it"
                            + " did; set another one in the subnet manager's options");
        }
        boolean good = key.state().equals("set") && !isOld(key.seenAt(), KEYS_AGE);
        return new PostureCheck(
                "sm-key",
                name,
                good ? Verdict.GOOD : Verdict.UNKNOWN,
                key.seenAt(),
                good
                        ? name + " is set; its value stays on the subnet manager's host"
                        : key.state().equals("set") ? "it was set when it was last told" : "it could not be read");
    }

    private PostureCheck defaultPartition() {
        List<Port> ports =
                facts.ports().stream().filter(port -> !port.manager()).toList();
        List<Port> full = ports.stream()
                .filter(port -> port.pkeys() != null && port.pkeys().contains(FULL_DEFAULT))
                .toList();
        Instant oldest = ports.stream()
                .map(Port::seenAt)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        if (!full.isEmpty()) {
            return check(
                    "default-partition",
                    Verdict.BAD,
                    oldest,
                    full.size() + " of " + ports.size()
                            + " ports are full members of the default partition, where they reach"
                            + " every other port: "
                            + names(full.stream().map(Port::node).toList()));
        }
        if (facts.defaultMembership().equals("full")) {
            return check(
                    "default-partition",
                    Verdict.BAD,
                    oldest,
                    "the fabric is set to make every port a full member of the default partition");
        }
        List<Port> unread = ports.stream()
                .filter(port -> port.pkeys() == null || isOld(port.seenAt(), TABLES_AGE))
                .toList();
        if (ports.isEmpty() || !unread.isEmpty()) {
            return check(
                    "default-partition",
                    Verdict.UNKNOWN,
                    oldest,
                    ports.isEmpty()
                            ? "no port is registered"
                            : unread.size() + " of " + ports.size() + " tables were not read lately: "
                                    + names(unread.stream().map(Port::node).toList()));
        }
        return check(
                "default-partition",
                Verdict.GOOD,
                oldest,
                "all " + ports.size()
                        + " ports are limited members of the default partition (those of subnet managers are left out), so"
                        + " that they reach none of"
                        + " each other there");
    }

    private PostureCheck managers() {
        List<String> strangers = new ArrayList<>();
        List<String> known = new ArrayList<>();
        for (SeenManager manager : facts.managers().getManagersList()) {
            String node = facts.allowed().get(manager.getPortGuid());
            String told = manager.getState() + " at port " + manager.getPortGuid();
            if (node == null) {
                strangers.add(told + host(manager.getPortGuid()));
            } else {
                known.add(told + " of node " + node);
            }
        }
        if (!strangers.isEmpty()) {
            return check(
                    "managers",
                    Verdict.BAD,
                    facts.managersAt(),
                    "a subnet manager runs where none is expected: " + names(strangers)
                            + "; expected are the ports of nodes with the role subnet-manager: "
                            + names(new TreeSet<>(facts.allowed().values())));
        }
        if (known.isEmpty() || isOld(facts.managersAt(), SURVEY_AGE)) {
            return check(
                    "managers", Verdict.UNKNOWN, facts.managersAt(), "no subnet manager was heard of lately (saquery)");
        }
        return check(
                "managers",
                Verdict.GOOD,
                facts.managersAt(),
                "heard of: " + names(known)
                        + ". Those that stand by without having been the master are not always told");
    }

    /** Where discovery saw the port, for those who have to find it. */
    private String host(String guid) {
        return facts.topology().getElementsList().stream()
                .filter(element -> element.getPortsList().stream()
                        .anyMatch(port -> port.getGuid().equals(guid)))
                .findFirst()
                .map(element -> " («" + element.getName() + "»)")
                .orElse("");
    }

    private PostureCheck guids() {
        Map<String, Integer> seen = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        for (FabricElement element : facts.topology().getElementsList()) {
            if (IMPOSSIBLE.contains(element.getNodeGuid())) {
                wrong.add("«" + element.getName() + "» has node GUID " + element.getNodeGuid());
            }
            for (ElementPort port : element.getPortsList()) {
                if (!port.getGuid().isEmpty() && seen.merge(port.getGuid(), 1, Integer::sum) == 2) {
                    wrong.add(port.getGuid() + " is the GUID of more than one port");
                }
                if (IMPOSSIBLE.contains(port.getGuid())) {
                    wrong.add("«" + element.getName() + "» has a port with GUID " + port.getGuid());
                }
            }
        }
        if (!wrong.isEmpty()) {
            return check("guids", Verdict.BAD, facts.topologyAt(), names(wrong));
        }
        return isOld(facts.topologyAt(), SURVEY_AGE)
                ? check("guids", Verdict.UNKNOWN, facts.topologyAt(), "the fabric was not seen as a whole lately")
                : check(
                        "guids",
                        Verdict.GOOD,
                        facts.topologyAt(),
                        seen.size()
                                + " ports of hosts, each with a GUID of its own. Two adapters with the same node GUID look"
                                + " like one to discovery");
    }

    private PostureCheck oneFabric() {
        List<String> twice = new ArrayList<>();
        Set<String> guids = new TreeSet<>();
        facts.topology()
                .getElementsList()
                .forEach(element -> element.getPortsList().stream()
                        .map(ElementPort::getGuid)
                        .filter(guid -> !guid.isEmpty())
                        .forEach(guids::add));
        for (String guid : guids) {
            Set<String> others = facts.elsewhere().get(guid);
            if (others != null) {
                twice.add(guid + host(guid) + " is on " + facts.fabric() + " and on " + String.join(", ", others));
            }
        }
        if (!twice.isEmpty()) {
            return check("one-fabric", Verdict.BAD, facts.topologyAt(), names(twice));
        }
        return isOld(facts.topologyAt(), SURVEY_AGE)
                ? check("one-fabric", Verdict.UNKNOWN, facts.topologyAt(), "the fabric was not seen as a whole lately")
                : check(
                        "one-fabric",
                        Verdict.GOOD,
                        facts.topologyAt(),
                        "no port of it was seen or registered on another fabric");
    }

    private PostureCheck check(String kind, Verdict verdict, @Nullable Instant seenAt, String detail) {
        return new PostureCheck(kind, facts.fabric(), verdict, seenAt, detail);
    }

    private static String names(Iterable<String> names) {
        List<String> all = new ArrayList<>();
        names.forEach(all::add);
        String first = String.join("; ", all.subList(0, Math.min(NAMED, all.size())));
        return all.size() > NAMED ? first + " and " + (all.size() - NAMED) + " more" : first;
    }
}
