package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKeyState;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.agent.v1.SmRefusalReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A subnet manager with its daemon: applies documents at once, and lies or dies when told to. */
public final class SmPlayer {
    private @Nullable SmDocument document;
    private final List<SmDocument> documents = new ArrayList<>();
    private Map<String, Set<Integer>> tables = new HashMap<>();
    private Map<String, Integer> first = new HashMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private final Map<Integer, Integer> instead = new HashMap<>();
    private SmLiveness liveness = SmLiveness.SM_LIVENESS_RUNNING;
    private String detail = "";
    private String refusal = "";
    private List<SmKey> keys = List.of();

    /** Use with {@link TestDaemon#open(java.util.function.BiConsumer)}. */
    public synchronized void answer(TestDaemon.Stream stream, SessionResponse message) {
        if (message.hasSmDocument() && !refusal.isEmpty()) {
            documents.add(message.getSmDocument());
            stream.send(SessionRequest.newBuilder()
                    .setSmRefusal(SmRefusal.newBuilder()
                            .setFabricId(message.getSmDocument().getFabricId())
                            .setGeneration(message.getSmDocument().getGeneration())
                            .setReason(SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED)
                            .setDetail(refusal)));
        } else if (message.hasSmDocument()) {
            document = message.getSmDocument();
            documents.add(document);
            applyWhenRunning();
            stream.send(readBack(document.getFabricId(), document.getReadBackGuidsList()));
        } else if (message.hasSmRead()) {
            stream.send(readBack(
                    message.getSmRead().getFabricId(), message.getSmRead().getGuidsList()));
        }
    }

    /** What it says of m_key, sm_key and sa_key from now on. */
    public synchronized void tellKeys(SmKeyState m, SmKeyState sm, SmKeyState sa) {
        keys = List.of(key("m_key", m), key("sm_key", sm), key("sa_key", sa));
    }

    private static SmKey key(String name, SmKeyState state) {
        return SmKey.newBuilder().setName(name).setState(state).build();
    }

    /** The daemon lost what it had written down; ports keep their tables. */
    public synchronized void forget() {
        document = null;
    }

    public synchronized void dies(String lastLogLine) {
        liveness = SmLiveness.SM_LIVENESS_NOT_RUNNING;
        detail = lastLogLine;
    }

    public synchronized void runs() {
        liveness = SmLiveness.SM_LIVENESS_RUNNING;
        detail = "";
        applyWhenRunning();
    }

    /** From now on the daemon takes no document; with an empty reason it does again. */
    public synchronized void refuses(String why) {
        refusal = why;
    }

    public synchronized void hides(String guid) {
        unreadable.add(guid);
    }

    public synchronized void shows(String guid) {
        unreadable.remove(guid);
    }

    /** The table shows another entry than the one that belongs there; 0 for none. */
    public synchronized void falsifies(int entry, int shown) {
        instead.put(entry, shown);
    }

    public synchronized void tellsTheTruth() {
        instead.clear();
    }

    public synchronized SmDocument last() {
        return documents.get(documents.size() - 1);
    }

    public synchronized List<SmDocument> documents() {
        return List.copyOf(documents);
    }

    /** What the port would show when asked by hand. */
    public synchronized Set<Integer> table(String guid) {
        return Set.copyOf(tables.getOrDefault(guid, Set.of(0x7fff)));
    }

    private void applyWhenRunning() {
        if (document == null || liveness != SmLiveness.SM_LIVENESS_RUNNING) {
            return;
        }
        Map<String, Set<Integer>> fresh = new HashMap<>();
        for (SmPartition partition : document.getPartitionsList()) {
            for (SmMember member : partition.getMembersList()) {
                if (member.hasPresent()) {
                    boolean full = member.getPresent().getMembership() == MembershipType.MEMBERSHIP_TYPE_FULL;
                    fresh.computeIfAbsent(member.getPortGuid(), guid -> new TreeSet<>(Set.of(0x7fff)))
                            .add(full ? partition.getPkey() : partition.getPkey() & 0x7fff);
                }
            }
        }
        tables = fresh;
        first = firstEntries(document);
    }

    private static Map<String, Integer> firstEntries(SmDocument document) {
        Map<String, Integer> first = new HashMap<>();
        for (SmPartition partition : document.getPartitionsList()) {
            partition.getMembersList().stream()
                    .filter(member -> member.getPresent().getIndex0())
                    .forEach(member -> first.put(member.getPortGuid(), partition.getPkey() & 0x7fff));
        }
        return first;
    }

    private SessionRequest.Builder readBack(String fabric, Collection<String> guids) {
        SmReadBack.Builder out = SmReadBack.newBuilder()
                .addAllKeys(keys)
                .setFabricId(fabric)
                .setLiveness(liveness)
                .setLivenessDetail(detail);
        if (document != null) {
            out.setGeneration(document.getGeneration());
        }
        guids.forEach(guid -> out.addTables(portTable(guid)));
        return SessionRequest.newBuilder().setSmReadBack(out);
    }

    private PortTable portTable(String guid) {
        PortTable.Builder out = PortTable.newBuilder().setPortGuid(guid);
        if (liveness != SmLiveness.SM_LIVENESS_RUNNING || unreadable.contains(guid)) {
            return out.setDetail("no answer").build();
        }
        out.setKnown(true).setCapacity(128);
        List<Integer> order = new ArrayList<>(tables.getOrDefault(guid, Set.of(0x7fff)));
        order.sort(Comparator.comparing(entry -> (entry & 0x7fff) != first.getOrDefault(guid, -1)));
        for (int entry : order) {
            int shown = instead.getOrDefault(entry, entry);
            if (shown != 0) {
                out.addPkeys(shown);
            }
        }
        return out.build();
    }
}
