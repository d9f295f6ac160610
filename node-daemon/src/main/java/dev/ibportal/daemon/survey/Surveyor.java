package dev.ibportal.daemon.survey;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricLink;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.SeenManager;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the whole fabric now and then, when the portal asks for something anyway: a look at a large fabric takes
 * seconds, and nothing waits for it.
 */
public final class Surveyor {
    private static final Logger LOG = LoggerFactory.getLogger(Surveyor.class);
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Of the time, at most one part in so many goes into looking. */
    private static final int SHARE = 30;

    /** Well below what a portal takes in one message. */
    private static final int MOST_BYTES = 3 << 20;

    private final CommandRunner commands;
    private final CounterReader counters;
    private final Executor threads;
    private final Clock clock;
    private final Duration every;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Instant next = Instant.MIN;

    /** @param every how old the last look may get */
    public Surveyor(CommandRunner commands, Executor threads, Clock clock, Duration every) {
        this.commands = commands;
        this.counters = new CounterReader(commands, clock);
        this.threads = threads;
        this.clock = clock;
        this.every = every;
    }

    /** Looks and tells, unless that was done lately or is under way. */
    public void lookIfDue(String fabric, Consumer<SessionRequest> answers) {
        if (clock.instant().isBefore(next) || !busy.compareAndSet(false, true)) {
            return;
        }
        threads.execute(() -> {
            Instant begun = clock.instant();
            try {
                answers.accept(
                        SessionRequest.newBuilder().setSurvey(look(fabric)).build());
            } catch (RuntimeException e) {
                LOG.error("the fabric could not be looked at", e);
            } finally {
                Instant end = clock.instant();
                Duration rest = Duration.between(begun, end).multipliedBy(SHARE);
                next = end.plus(rest.compareTo(every) > 0 ? rest : every);
                busy.set(false);
            }
        });
    }

    FabricSurvey look(String fabric) {
        Instant now = clock.instant();
        FabricSurvey.Builder survey = FabricSurvey.newBuilder()
                .setFabricId(fabric)
                .setObservedAt(
                        Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()));
        topology(survey);
        managers(survey);
        counters.read(survey);
        if (survey.build().getSerializedSize() > MOST_BYTES) {
            survey.clearElements()
                    .clearCounters()
                    .setCountersKnown(false)
                    .clearLinks()
                    .setTopologyKnown(false)
                    .addUnreadable("the fabric is too large for one report of " + MOST_BYTES + " bytes");
        }
        return survey.build();
    }

    private void topology(FabricSurvey.Builder survey) {
        CommandResult result = commands.run(Command.of("ibnetdiscover").within(LIMIT));
        Optional<NetDiscover.Result> found = result.succeeded() ? NetDiscover.parse(result.stdout()) : Optional.empty();
        if (found.isEmpty()) {
            survey.addUnreadable(
                    result.succeeded() ? "what ibnetdiscover printed is no whole fabric" : result.describe());
            return;
        }
        survey.setTopologyKnown(true).addAllElements(found.get().elements());
        CommandResult more = commands.run(Command.of("iblinkinfo", "-l").within(LIMIT));
        Map<LinkInfo.End, String> couldBe = more.succeeded() ? LinkInfo.parse(more.stdout()) : Map.of();
        if (!more.succeeded()) {
            survey.addUnreadable(more.describe());
        }
        for (FabricLink link : found.get().links()) {
            FabricLink.Builder with = link.toBuilder();
            String could = couldBe.get(end(found.get().elements().get(link.getFrom()), link.getFromPort()));
            if (could != null) {
                with.setCouldBe(could);
            }
            survey.addLinks(with);
        }
    }

    private static LinkInfo.End end(FabricElement element, int port) {
        String guid = element.getKind() == ElementKind.ELEMENT_KIND_SWITCH
                ? element.getNodeGuid()
                : element.getPortsList().stream()
                        .filter(own -> own.getNumber() == port)
                        .map(ElementPort::getGuid)
                        .findFirst()
                        .orElse(element.getNodeGuid());
        return new LinkInfo.End(guid, port);
    }

    private void managers(FabricSurvey.Builder survey) {
        CommandResult result = commands.run(Command.of("saquery", "SMIR").within(LIMIT));
        Optional<List<SeenManager>> found = result.succeeded() ? SmRecords.parse(result.stdout()) : Optional.empty();
        if (found.isPresent()) {
            survey.setManagersKnown(true).addAllManagers(found.get());
        } else {
            survey.addUnreadable(
                    result.succeeded() ? "what saquery printed is no list of subnet managers" : result.describe());
        }
    }
}
