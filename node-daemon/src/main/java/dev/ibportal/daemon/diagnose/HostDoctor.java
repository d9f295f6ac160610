package dev.ibportal.daemon.diagnose;

import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.HostObserver;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Gathers the facts of one host. Looks only; may be asked by several at once. */
public final class HostDoctor {
    /** For one program; three of them in turn stay below what a diagnosis may take. */
    private static final Duration SHARE = Duration.ofSeconds(3);

    private static final Duration STEP = Duration.ofMillis(3500);

    private final Host host;
    private final RawOutputs raw;
    private final Tools tools;
    private final PortMemory memory;

    public HostDoctor(Host host, PortMemory memory) {
        this.host = host;
        this.raw = new RawOutputs(host.clock());
        this.tools = new Tools(host.commands(), SHARE, raw);
        this.memory = memory;
    }

    /** What there is on this host to ask about. */
    public HostView view() {
        return new HostObserver(new Host(tools, host.sysfs(), host.files(), host.changes(), host.clock())).observe();
    }

    /** What the programs printed so far. */
    public List<RawOutput> raw() {
        return raw.all();
    }

    public Facts gather(Question question) {
        return gather(question, view());
    }

    public Facts gather(Question question, HostView view) {
        Subject subject = Subject.find(question, view);
        ExecutorService threads = Executors.newCachedThreadPool(job -> {
            Thread thread = new Thread(job, "diagnose");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return gather(subject, new Gathering(threads, host.clock(), STEP));
        } finally {
            threads.shutdownNow();
        }
    }

    private Facts gather(Subject subject, Gathering gathering) {
        Optional<Counters> counters = subject.port().map(port -> Counters.begin(host.sysfs(), port));
        PeerLooks peer = new PeerLooks(tools);
        FabricLooks fabric = new FabricLooks(tools);
        List<Look> first = new ArrayList<>();
        first.addAll(new HostLooks(host, tools).looks(subject));
        first.addAll(new PortLooks(host, tools, memory).looks(subject));
        first.addAll(fabric.looks(subject));
        first.addAll(new NetdevLooks(host, tools).looks(subject));
        first.addAll(peer.looks(subject));
        List<Fact> facts = new ArrayList<>(gathering.all(first));
        List<Look> afterPackets = new ArrayList<>();
        peer.neighbour(subject).ifPresent(afterPackets::add);
        new FilterLooks(tools).look(subject).ifPresent(afterPackets::add);
        counters.ifPresent(each -> afterPackets.add(each.grown()));
        facts.addAll(gathering.all(afterPackets));
        facts.addAll(gathering.all(aboutPeer(subject, Facts.of(facts), fabric)));
        return Facts.of(facts);
    }

    /** The peer's port: as the portal knows it, else as the neighbour table does. */
    private List<Look> aboutPeer(Subject subject, Facts facts, FabricLooks fabric) {
        Optional<Guid> peer = subject.question()
                .peerPort()
                .or(() -> facts.value(FactKey.NEIGHBOUR)
                        .filter(text -> text.contains(" "))
                        .flatMap(text -> FabricLooks.ofHardware(text.substring(text.indexOf(' ') + 1))));
        if (subject.question().peer().isEmpty() || peer.isEmpty()) {
            return List.of();
        }
        List<Look> looks = new ArrayList<>(List.of(fabric.peerPort(subject, peer.get())));
        subject.name().ifPresent(name -> looks.add(pathFile(name, peer.get())));
        return looks;
    }

    private Look pathFile(String name, Guid peer) {
        String path = "kernel/debug/ipoib/" + name + "_path";
        String low = String.format(
                "%x:%x:%x:%x",
                peer.value() >>> 48 & 0xffff,
                peer.value() >>> 32 & 0xffff,
                peer.value() >>> 16 & 0xffff,
                peer.value() & 0xffff);
        return Look.of("/sys/" + path, FactKey.PATH, () -> {
            Reading<String> file = host.sysfs().read(path);
            Optional<String> complete = file.found().flatMap(text -> McgFile.ofPort(text, low));
            return complete.isPresent()
                    ? Tools.value(complete)
                    : new Told.Unknown(file.trouble()
                            .orElse(file.isMissing() ? "/sys/" + path + " is missing" : "the peer is not in it"));
        });
    }
}
