package dev.ibportal.daemon.host.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulatedHostTest {
    private final SimulatedPort port = new SimulatedPort(Guid.parse("0x506b4b0300d1a2b2"));
    private final SimulatedHost host = SimulatedHost.named("node1").port(port).build();

    @Test
    void aMovedPortIsToldOnceAndOnlyWhenItMoved() {
        AtomicInteger told = new AtomicInteger();
        var subscription = host.host().changes().subscribe(change -> told.incrementAndGet());

        port.update(now -> now.withPkeys(List.of(0xffff, 0x8001)));
        port.update(now -> now.withPkeys(List.of(0xffff, 0x8001)));
        subscription.close();
        port.update(PortState::down);

        assertThat(told).hasValue(1);
    }

    @Test
    void itsFactsAreThoseOfItsMachine() {
        HostFacts facts = new HostInventory(host.host()).facts();

        assertThat(facts.getHostName()).isEqualTo("node1");
        assertThat(facts.getKernelRelease()).isEqualTo("6.1.0-41-amd64");
        assertThat(facts.getArchitecture()).isEqualTo("x86_64");
        assertThat(facts.getPersistenceBackend()).isEmpty();
        assertThat(facts.getPersistenceReason()).contains("no network configuration was found");
    }

    @Test
    void programsCanBeAddedByTheFabric() {
        host.program("ping", command -> CommandResult.exited(command, 0, "pong", ""));

        assertThat(host.host().commands().run(Command.of("ping", "10.0.0.1")).stdout())
                .isEqualTo("pong");
        assertThat(host.host().commands().knows("ping")).isTrue();
        assertThat(host.host().commands().run(Command.of("rm", "-rf", "/")).succeeded())
                .isFalse();
    }

    @Test
    void aThousandHostsAreLookedAtInSeconds() {
        List<SimulatedHost> hosts = IntStream.range(0, 1000)
                .mapToObj(i -> SimulatedHost.named("n" + i)
                        .port(new SimulatedPort(new Guid(0x0002c90300000000L + i + 1)))
                        .build())
                .toList();
        Instant start = Instant.now();

        hosts.forEach(one -> assertThat(new HostInventory(one.host()).observe().getHcasCount())
                .isOne());

        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
    }
}
