package dev.ibportal.portal.posture.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.SeenManager;
import dev.ibportal.portal.posture.core.PostureCheck.Verdict;
import dev.ibportal.portal.posture.core.PostureFacts.Key;
import dev.ibportal.portal.posture.core.PostureFacts.Port;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PostureTest {
    private static final Instant NOW = Instant.parse("2031-01-02T03:04:05Z");
    private static final String SM = "0x0000000000000010";
    private static final String A = "0x000000000000000a";

    private List<Key> keys =
            List.of(new Key("m_key", "set", NOW), new Key("sm_key", "set", NOW), new Key("sa_key", "set", NOW));
    private String membership = "limited";
    private List<Port> ports = List.of(port(SM, true, 0xffff), port(A, false, 0x7fff));
    private FabricSurvey managers = heard(SM);
    private @Nullable Instant seen = NOW;
    private FabricSurvey topology = hosts(SM, A);
    private Map<String, Set<String>> elsewhere = Map.of();

    private static Port port(String guid, boolean manager, Integer... table) {
        return new Port(guid, "node of " + guid, manager, NOW, List.of(table));
    }

    private static FabricSurvey heard(String... guids) {
        FabricSurvey.Builder survey = FabricSurvey.newBuilder();
        for (String guid : guids) {
            survey.addManagers(SeenManager.newBuilder().setPortGuid(guid).setState("master"));
        }
        return survey.build();
    }

    private static FabricSurvey hosts(String... guids) {
        FabricSurvey.Builder survey = FabricSurvey.newBuilder();
        for (String guid : guids) {
            survey.addElements(FabricElement.newBuilder()
                    .setKind(ElementKind.ELEMENT_KIND_HOST)
                    .setNodeGuid(guid.replace("0x00", "0x01"))
                    .setName("host " + guid)
                    .addPorts(ElementPort.newBuilder().setNumber(1).setGuid(guid)));
        }
        return survey.build();
    }

    private PostureCheck check(String kind) {
        PostureFacts facts = new PostureFacts(
                "east", membership, keys, ports, managers, seen, Map.of(SM, "sm-node"), topology, seen, elsewhere);
        return Posture.judge(facts, NOW).stream()
                .filter(check -> check.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private Verdict verdict(String kind) {
        return check(kind).verdict();
    }

    @Test
    void aGuardedFabricIsGood() {
        for (String kind : List.of("sm-key", "default-partition", "managers", "guids", "one-fabric")) {
            assertThat(verdict(kind)).as(kind).isEqualTo(Verdict.GOOD);
        }
    }

    @Test
    void nothingSeenIsNotKnown() {
        keys = List.of();
        ports = List.of();
        managers = FabricSurvey.getDefaultInstance();
        topology = FabricSurvey.getDefaultInstance();
        seen = null;

        for (String kind : List.of("sm-key", "default-partition", "managers", "guids", "one-fabric")) {
            assertThat(verdict(kind)).as(kind).isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void whatWasGoodLongAgoIsNotKnownNow() {
        Instant old = NOW.minus(Duration.ofDays(1));
        keys = List.of(new Key("m_key", "set", old));
        ports = List.of(new Port(A, "n1", false, old, List.of(0x7fff)));
        seen = old;

        for (String kind : List.of("sm-key", "default-partition", "managers", "guids", "one-fabric")) {
            assertThat(verdict(kind)).as(kind).isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void aKeyThatEverybodyKnowsIsWrong() {
        keys = List.of(new Key("m_key", "default", NOW));

        assertThat(check("sm-key").verdict()).isEqualTo(Verdict.BAD);
        assertThat(check("sm-key").detail()).contains("m_key", "everybody knows");
    }

    @Test
    void aFullMemberOfTheDefaultPartitionIsNamedButForTheManagersOwnPort() {
        ports = List.of(port(SM, true, 0xffff), port(A, false, 0xffff, 0x8005));

        assertThat(verdict("default-partition")).isEqualTo(Verdict.BAD);
        assertThat(check("default-partition").detail()).contains("1 of 1 ports", "node of " + A);
    }

    @Test
    void onePortThatWasNotReadLeavesItOpen() {
        ports = List.of(port(SM, true, 0xffff), port(A, false, 0x7fff), new Port("0xb", "n2", false, null, null));

        assertThat(verdict("default-partition")).isEqualTo(Verdict.UNKNOWN);
        assertThat(check("default-partition").detail()).contains("1 of 2 tables", "n2");
    }

    @Test
    void aSettingOfFullIsWrongWhateverTheTablesShow() {
        membership = "full";

        assertThat(verdict("default-partition")).isEqualTo(Verdict.BAD);
    }

    @Test
    void aManagerWhereNoneIsExpectedIsNamedWithItsHost() {
        managers = heard(SM, A);

        assertThat(verdict("managers")).isEqualTo(Verdict.BAD);
        assertThat(check("managers").detail()).contains(A, "host " + A, "sm-node");
    }

    @Test
    void guidsThatTwoHaveOrNobodyMayHaveAreWrong() {
        topology = hosts(SM, A, A);
        assertThat(check("guids").detail()).contains(A, "more than one port");
        topology = hosts(SM, "0x0000000000000000");
        assertThat(verdict("guids")).isEqualTo(Verdict.BAD);
    }

    @Test
    void aPortOnTwoFabricsIsToldWithBothNames() {
        elsewhere = Map.of(A, Set.of("west"));

        assertThat(verdict("one-fabric")).isEqualTo(Verdict.BAD);
        assertThat(check("one-fabric").detail()).contains(A, "east", "west");
    }
}
