package dev.ibportal.portal.topology.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.PortCounters;
import dev.ibportal.portal.topology.core.Counters.Look;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final Instant NOW = Instant.parse("2031-05-06T08:00:00Z");
    private static final Instant BEFORE = NOW.minus(Duration.ofMinutes(30));
    private static final String HOST = "0x0002c90300000001";
    private static final String SWITCH = "0x0002c90200000100";
    private static final FabricSurvey FABRIC = FabricSurvey.newBuilder()
            .addElements(FabricElement.newBuilder()
                    .setKind(ElementKind.ELEMENT_KIND_SWITCH)
                    .setNodeGuid(SWITCH)
                    .setName("leaf")
                    .addPorts(ElementPort.newBuilder().setNumber(2)))
            .addElements(FabricElement.newBuilder()
                    .setKind(ElementKind.ELEMENT_KIND_HOST)
                    .setName("host1 mlx5_0")
                    .addPorts(ElementPort.newBuilder().setNumber(1).setGuid(HOST)))
            .build();
    private static final Look NEVER = new Look(FabricSurvey.getDefaultInstance(), null);

    private static Look look(Instant at, boolean whole, PortCounters... counters) {
        return new Look(
                FabricSurvey.newBuilder()
                        .setCountersKnown(whole)
                        .addAllCounters(List.of(counters))
                        .build(),
                at);
    }

    private static PortCounters.Builder host(long symbols) {
        return PortCounters.newBuilder().setGuid(HOST).setPort(1).setSymbolErrors(symbols);
    }

    private static List<PortCount> all(Look now, Look before) {
        return Counters.of(FABRIC, now, before, Map.of(), true);
    }

    @Test
    void aRateIsOfTwoLooks() {
        PortCount port = all(look(NOW, true, host(25).build()), look(BEFORE, true, host(5).build()))
                .get(0);

        assertThat(port.guid()).isEqualTo(HOST);
        assertThat(port.symbolErrors()).isEqualTo(new PortCount.Count(25L, 40.0, NOW));
        assertThat(port.linkDowned()).isEqualTo(new PortCount.Count(0L, 0.0, NOW));
        assertThat(port.isRising()).isTrue();
    }

    @Test
    void aPortWithoutALineHasNoErrorsOnlyIfAllWereAsked() {
        assertThat(all(look(NOW, true), NEVER))
                .extracting(port -> port.symbolErrors().value())
                .containsExactly(0L, 0L);
        assertThat(all(look(NOW, false), NEVER))
                .noneMatch(port -> port.symbolErrors().isKnown());
        assertThat(all(NEVER, NEVER)).noneMatch(port -> port.symbolErrors().isKnown());
    }

    @Test
    void whatGrowsFastestComesFirstOnRequest() {
        PortCounters still = PortCounters.newBuilder()
                .setGuid(SWITCH)
                .setPort(2)
                .setSymbolErrors(60_000)
                .build();
        List<PortCount> ports =
                all(look(NOW, true, host(25).build(), still), look(BEFORE, true, host(5).build(), still));

        assertThat(sorted(ports, CountersOrder.RATE)).containsExactly(HOST, SWITCH);
        assertThat(sorted(ports, CountersOrder.NAME)).containsExactly(HOST, SWITCH);
        assertThat(ports.get(0).fastest()).isEqualTo(40.0);
        assertThat(sorted(all(look(NOW, true, still), NEVER), CountersOrder.ERRORS))
                .containsExactly(SWITCH, HOST);
        assertThat(sorted(all(look(NOW, true, still), NEVER), CountersOrder.RATE))
                .containsExactly(HOST, SWITCH);
    }

    private static List<String> sorted(List<PortCount> ports, CountersOrder order) {
        return ports.stream().sorted(order.comparator()).map(PortCount::guid).toList();
    }

    @Test
    void aResetGivesNoRate() {
        PortCount port = all(look(NOW, true, host(3).build()), look(BEFORE, true, host(50).build()))
                .get(0);

        assertThat(port.symbolErrors()).isEqualTo(new PortCount.Count(3L, null, NOW));
    }

    @Test
    void violationsHaveAnAgeOfTheirOwn() {
        Instant asked = NOW.minus(Duration.ofMinutes(10));
        PortCounters now = host(0).setPkeyViolations(8)
                .setPkeyViolationsAt(Timestamp.newBuilder().setSeconds(asked.getEpochSecond()))
                .build();
        PortCounters before = host(0).setPkeyViolations(2)
                .setPkeyViolationsAt(Timestamp.newBuilder()
                        .setSeconds(asked.minus(Duration.ofHours(2)).getEpochSecond()))
                .build();

        PortCount port = all(look(NOW, false, now), look(BEFORE, false, before)).get(0);

        assertThat(port.pkeyViolations()).isEqualTo(new PortCount.Count(8L, 3.0, asked));
        assertThat(port.symbolErrors().isKnown())
                .as("only its violations were asked")
                .isFalse();
    }

    @Test
    void aTenantSeesItsOwnPortsAndNoSwitch() {
        Registered own = new Registered(new UUID(1, 1), "n1", List.of(), Set.of(), Set.of());

        assertThat(Counters.of(FABRIC, look(NOW, true), NEVER, Map.of(HOST, own), false))
                .extracting(PortCount::name)
                .containsExactly("n1");
        assertThat(Counters.of(FABRIC, look(NOW, true), NEVER, Map.of(), false)).isEmpty();
    }
}
