package dev.ibportal.daemon.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricLink;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.PortCounters;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** On what the real tools print of a simulated fabric of six hosts, three leaves and a spine. */
class SurveyorTest {
    private static final Map<String, String> REAL = Map.of(
            "ibnetdiscover",
            "ibnetdiscover.txt",
            "iblinkinfo",
            "iblinkinfo.txt",
            "saquery",
            "smir.txt",
            "ibqueryerrors",
            "ibqueryerrors.txt",
            "smpquery",
            "portinfo.txt");

    private static String real(String program) {
        String name = REAL.getOrDefault(program, "");
        try (InputStream stream = SurveyorTest.class.getResourceAsStream(name)) {
            return new String(stream == null ? new byte[0] : stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FabricSurvey look(CommandRunner commands) {
        return new Surveyor(commands, Runnable::run, Clock.systemUTC(), Duration.ofMinutes(5)).look("fabric");
    }

    private static CommandResult asReal(Command command) {
        return CommandResult.exited(command, 0, real(command.program()), "");
    }

    @Test
    void findsSwitchesHostsAndLinks() {
        FabricSurvey survey = look(SurveyorTest::asReal);

        assertThat(survey.getTopologyKnown()).isTrue();
        assertThat(survey.getUnreadableList()).isEmpty();
        assertThat(survey.getElementsList())
                .filteredOn(element -> element.getKind() == ElementKind.ELEMENT_KIND_SWITCH)
                .extracting(FabricElement::getName)
                .containsExactlyInAnyOrder("leaf1", "leaf2", "leaf3", "spine1");
        assertThat(survey.getElementsList())
                .filteredOn(element -> element.getKind() == ElementKind.ELEMENT_KIND_HOST)
                .hasSize(6);
        assertThat(survey.getLinksList()).hasSize(9).allSatisfy(link -> {
            assertThat(link.getRate()).isEqualTo("4xEDR");
            assertThat(link.getGigabits()).isEqualTo(103.125);
            assertThat(link.getCouldBe()).isEqualTo("12X 53.125 Gbps");
        });
        FabricElement host5 = element(survey, "host5 mlx5_0");
        assertThat(host5.getPorts(0).getGuid()).isEqualTo("0x0002c90300001041");
        assertThat(neighbour(survey, host5)).isEqualTo("leaf3 port 1");
    }

    private static FabricElement element(FabricSurvey survey, String name) {
        return survey.getElementsList().stream()
                .filter(element -> element.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String neighbour(FabricSurvey survey, FabricElement of) {
        int index = survey.getElementsList().indexOf(of);
        FabricLink link = survey.getLinksList().stream()
                .filter(each -> each.getFrom() == index || each.getTo() == index)
                .findFirst()
                .orElseThrow();
        return link.getFrom() == index
                ? survey.getElements(link.getTo()).getName() + " port " + link.getToPort()
                : survey.getElements(link.getFrom()).getName() + " port " + link.getFromPort();
    }

    @Test
    void namesTheManagersAndNoKey() {
        FabricSurvey survey = look(SurveyorTest::asReal);

        assertThat(survey.getManagersKnown()).isTrue();
        assertThat(survey.getManagersList()).singleElement().satisfies(manager -> {
            assertThat(manager.getPortGuid()).isEqualTo("0x0002c90300001001");
            assertThat(manager.getState()).isEqualTo("master");
        });
    }

    @Test
    void readsTheCountersOfAllPorts() {
        FabricSurvey survey = look(command -> command.program().equals("ibqueryerrors")
                // it ends with 1 because it found errors
                ? CommandResult.exited(command, 1, real("ibqueryerrors"), "")
                : asReal(command));

        assertThat(survey.getCountersKnown()).isTrue();
        assertThat(survey.getCountersList())
                .filteredOn(port -> port.getSymbolErrors() > 0)
                .singleElement()
                .satisfies(port -> assertThat(port.getGuid()).isEqualTo("0x0002c90300001011"));
        assertThat(survey.getCountersList())
                .filteredOn(port -> port.getConstraintErrors() == 7)
                .singleElement()
                .satisfies(port -> {
                    assertThat(port.getGuid()).isEqualTo("0x0002c90200000100");
                    assertThat(port.getPort()).isEqualTo(2);
                    assertThat(port.getLinkDowned()).isEqualTo(3);
                });
        assertThat(survey.getCountersList())
                .filteredOn(PortCounters::hasPkeyViolations)
                .hasSize(6);
    }

    @Test
    void countersOfPartOfTheFabricAreNotThoseOfAllOfIt() {
        String less = real("ibqueryerrors").replace("10 nodes checked", "9 nodes checked");
        FabricSurvey survey = look(command -> command.program().equals("ibqueryerrors")
                ? CommandResult.exited(command, 1, less, "")
                : asReal(command));

        assertThat(survey.getCountersKnown()).isFalse();
        assertThat(survey.getCountersList()).isNotEmpty();
        assertThat(survey.getUnreadableList()).anyMatch(line -> line.contains("9 of 10 nodes"));
    }

    @Test
    void portsThatGiveNoAnswerHaveNoViolationsAndDoNotTakeAllTheTime() {
        List<Command> asked = new ArrayList<>();
        FabricSurvey survey = look(command -> {
            asked.add(command);
            return command.program().equals("smpquery") ? CommandResult.timedOut(command, "", "") : asReal(command);
        });

        assertThat(survey.getCountersList()).noneMatch(PortCounters::hasPkeyViolations);
        assertThat(asked)
                .filteredOn(command -> command.program().equals("smpquery"))
                .hasSizeLessThanOrEqualTo(6);
    }

    /** Wherever a report is cut, it is never taken for a smaller fabric. */
    @Test
    void aReportThatWasCutIsNotKnown() {
        String whole = real("ibnetdiscover");
        int lastLink = whole.lastIndexOf("[1](");
        for (int end = 0; end < lastLink; end += 97) {
            String part = whole.substring(0, end);
            FabricSurvey survey = look(command -> command.program().equals("ibnetdiscover")
                    ? CommandResult.exited(command, 0, part, "")
                    : asReal(command));
            assertThat(survey.getTopologyKnown()).as("cut at %d", end).isFalse();
            assertThat(survey.getElementsList()).isEmpty();
            assertThat(survey.getUnreadableList()).anyMatch(line -> line.contains("no whole fabric"));
        }
    }

    @Test
    void aToolThatFailsIsUnknownAndTheOthersCount() {
        FabricSurvey survey = look(command ->
                command.program().equals("iblinkinfo") ? CommandResult.timedOut(command, "", "") : asReal(command));

        assertThat(survey.getTopologyKnown()).isTrue();
        assertThat(survey.getLinksList()).noneMatch(FabricLink::hasCouldBe);
        assertThat(survey.getUnreadableList()).anyMatch(line -> line.contains("iblinkinfo"));
    }

    @Test
    void looksNoMoreOftenThanItShould() {
        List<SessionRequest> told = new ArrayList<>();
        Instant[] now = {Instant.parse("2031-01-01T00:00:00Z")};
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        };
        Surveyor surveyor = new Surveyor(
                command -> {
                    now[0] = now[0].plusSeconds(command.program().equals("ibnetdiscover") ? 20 : 0);
                    return asReal(command);
                },
                Runnable::run,
                clock,
                Duration.ofMinutes(5));

        surveyor.lookIfDue("fabric", told::add);
        surveyor.lookIfDue("fabric", told::add);
        assertThat(told).hasSize(1);
        now[0] = now[0].plus(Duration.ofMinutes(6));
        surveyor.lookIfDue("fabric", told::add);
        assertThat(told)
                .as("a look of 20 seconds is not worth repeating after 5 minutes")
                .hasSize(1);
        now[0] = now[0].plus(Duration.ofMinutes(5));
        surveyor.lookIfDue("fabric", told::add);
        assertThat(told).hasSize(2);
    }
}
