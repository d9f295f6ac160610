package dev.ibportal.portal.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.rollout.Hook.Progress;
import dev.ibportal.portal.rollout.HookRounds.Answer;
import dev.ibportal.portal.rollout.HookRounds.Answers;
import dev.ibportal.portal.rollout.WorkSql.Work;
import dev.ibportal.portal.rollout.core.Member;
import dev.ibportal.portal.rollout.core.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoundTest {
    private static final Instant BEGIN = Instant.parse("2031-05-06T00:00:00Z");
    private static final RolloutSql.Row ROW = new RolloutSql.Row(
            new UUID(0, 1),
            "spring",
            "inbox-debian",
            "{}",
            "",
            "{}",
            "slurm",
            "running",
            BEGIN,
            "",
            0,
            "olga",
            BEGIN,
            BEGIN,
            null);

    private static Work node(NodeState state, @Nullable Boolean drained, boolean online) {
        Member member = new Member(new UUID(0, 2), 0, Set.of(), state, BEGIN);
        return new Work(member, "n1", 1, "", online, "not connected: no sign of life", drained, null);
    }

    private static Round look(Work node, @Nullable Answer answer, Duration later) {
        Round round = new Round(
                ROW,
                RulesJson.USUAL.rules(),
                List.of(node),
                new Answers(answer == null ? Map.of() : Map.of(node.node(), answer)),
                Set.of(),
                BEGIN.plus(later));
        round.look();
        return round;
    }

    @Test
    void aDrainThatNeverEndsNamesWhatIsInTheWay() {
        Work node = node(new NodeState.Draining(false), false, true);
        Answer busy = new Answer(node, new Progress.Going("job 17 of ada"), false);

        assertThat(look(node, busy, Duration.ofMinutes(59)).moves()).isEmpty();
        assertThat(look(node, busy, Duration.ofMinutes(61)).moves())
                .singleElement()
                .satisfies(move -> {
                    assertThat(move.to()).isEqualTo(new NodeState.Returning(new NodeState.Failed()));
                    assertThat(move.reason()).contains("60 minutes").contains("job 17 of ada");
                });
    }

    /** A portal killed between draining and noting it would take its own drain for somebody else's. */
    @Test
    void whetherItWasDrainedIsNotedBeforeItIsDrained() {
        Work node = node(new NodeState.Draining(false), null, true);
        Round round = look(node, new Answer(node, new Progress.Going(""), true), Duration.ofSeconds(1));

        assertThat(round.moves()).singleElement().satisfies(move -> {
            assertThat(move.to()).isEqualTo(node.state());
            assertThat(move.wasDrained()).isTrue();
            assertThat(move.job()).isNull();
        });
    }

    @Test
    void anAnswerToAnotherStateIsNoAnswer() {
        Work returning = node(new NodeState.Returning(new NodeState.Done()), false, true);
        Answer old = new Answer(node(new NodeState.Draining(false), false, true), new Progress.Done(), false);

        assertThat(look(returning, old, Duration.ofSeconds(1)).moves()).isEmpty();
    }

    @Test
    void theSameStepHasTheSameJobOnEveryPortal() {
        Work node = node(new NodeState.Draining(false), false, true);
        Answer done = new Answer(node, new Progress.Done(), false);

        UUID first = look(node, done, Duration.ofSeconds(1)).moves().get(0).job();
        assertThat(look(node, done, Duration.ofSeconds(2)).moves().get(0).job())
                .isNotNull()
                .isEqualTo(first);
    }

    @Test
    void aNodeThatIsSilentForTooLongAfterARebootIsTakenBack() {
        Work node = node(new NodeState.Rebooting(false), false, false);

        assertThat(look(node, null, Duration.ofMinutes(29)).moves()).isEmpty();
        assertThat(look(node, null, Duration.ofMinutes(31)).moves())
                .singleElement()
                .satisfies(move -> {
                    assertThat(move.to()).isEqualTo(new NodeState.GoingBack());
                    assertThat(move.reason()).contains("rebooting").contains("no sign of life");
                });
    }
}
