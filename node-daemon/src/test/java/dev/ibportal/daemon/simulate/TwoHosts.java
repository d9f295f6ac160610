package dev.ibportal.daemon.simulate;

import static org.awaitility.Awaitility.await;

import dev.ibportal.daemon.diagnose.HostDoctor;
import dev.ibportal.daemon.diagnose.PortMemory;
import dev.ibportal.daemon.diagnose.Question;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.PartitionRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.PortMember;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Two hosts that reach each other in partition 0x8005, until somebody breaks something. */
final class TwoHosts implements AutoCloseable {
    static final String CHILD = "ib0.8005";
    static final PKey PKEY = PKey.parse("0x8005");
    private static final Guid SM = Guid.parse("0x506b4b0300d10000");

    final Fabric fabric = new Fabric(1);
    final MemoryFiles smFiles = new MemoryFiles();
    final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    final SimulatedOpenSm manager;
    final End a;
    final End b;
    Optional<String> modeWanted = Optional.of("datagram");
    String peerOfA = "10.5.0.2";
    String programmed = "";
    boolean bAnswers = true;

    /** One of the two. */
    static final class End {
        final SimulatedHost host;
        final SimulatedPort port;
        final SimulatedPort spare;
        final FabricPort plugged;
        final String address;
        final PortMemory memory = new PortMemory();

        End(Fabric fabric, Reachability reach, String name, String guid, String address, boolean connected) {
            port = new SimulatedPort(Guid.parse(guid));
            spare = new SimulatedPort(Guid.parse(guid.replace("0xa", "0xb")));
            spare.update(state -> state.down());
            SimulatedHost.Builder builder = SimulatedHost.named(name).port(port).port(spare);
            host = (connected ? builder.connectedPossible() : builder).build();
            plugged = fabric.attach(name, port);
            this.address = address;
            FabricCommands commands = new FabricCommands(fabric, reach, name);
            FabricCommands.PROGRAMS.forEach(program -> host.program(program, commands));
            reach.add(name, new HostInventory(host.host()), host);
        }

        void run(String... argv) {
            host.byHand(argv);
        }

        void build() {
            run("ip", "link", "set", "dev", "ib0", "up");
            run(
                    "ip",
                    "link",
                    "add",
                    "link",
                    "ib0",
                    "name",
                    CHILD,
                    "type",
                    "ipoib",
                    "pkey",
                    "0x8005",
                    "mode",
                    "datagram");
            run("ip", "link", "set", "dev", CHILD, "up");
            run("ip", "addr", "add", address + "/24", "dev", CHILD);
        }
    }

    TwoHosts(boolean connectedPossible) {
        Reachability reach = new Reachability(fabric);
        fabric.attach("sm", new SimulatedPort(SM));
        a = new End(fabric, reach, "a", "0xa000000000000001", "10.5.0.1", connectedPossible);
        b = new End(fabric, reach, "b", "0xa000000000000002", "10.5.0.2", connectedPossible);
        write(true, MembershipType.FULL, a, b);
        manager = new SimulatedOpenSm(fabric, SM, smFiles, timer, Clock.systemUTC(), Duration.ofMillis(1));
        fabric.subnetManager(manager);
        manager.start();
        a.build();
        b.build();
        await().atMost(Duration.ofSeconds(3))
                .until(() -> a.port.state().pkeys().contains(0x8005)
                        && b.port.state().pkeys().contains(0x8005));
    }

    private void write(boolean ipoib, MembershipType membership, End... members) {
        PartitionRule rule = new PartitionRule(
                PKEY,
                ipoib ? Optional.of(BroadcastGroup.DEFAULT) : Optional.empty(),
                0,
                Arrays.stream(members)
                        .map(end -> new PortMember(end.port.guid(), membership))
                        .toList());
        try {
            smFiles.write(
                    SimulatedOpenSm.PARTITIONS_FILE,
                    PartitionsConfRenderer.render(
                            new PartitionsConf(DefaultRule.of(MembershipType.FULL), List.of(rule))),
                    FileMode.WORLD_READABLE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The partition as from now on, once the subnet manager has done its work. */
    void reprogram(boolean ipoib, MembershipType membership, End... members) {
        write(ipoib, membership, members);
        manager.die();
        manager.start();
    }

    Diagnosis diagnose() {
        Facts here = new HostDoctor(a.host.host(), a.memory).gather(question(a, peerOfA, b));
        Facts there = bAnswers ? new HostDoctor(b.host.host(), b.memory).gather(question(b, a.address, a)) : Facts.NONE;
        Facts known = programmed.isEmpty()
                ? Facts.NONE
                : Facts.of(
                        List.of(new Fact(FactKey.PROGRAMMED, "the portal", Instant.EPOCH, new Told.Value(programmed))));
        return Doctor.judge(new Case(here, there, known));
    }

    private Question question(End end, String peer, End other) {
        return new Question(
                Optional.of(CHILD),
                Optional.of(end.port.guid()),
                Optional.of(PKEY),
                Optional.of(IpAddress.parse(peer)),
                Optional.of(other.port.guid()),
                new Question.Wanted(modeWanted, Optional.empty(), List.of(end.address + "/24")));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
