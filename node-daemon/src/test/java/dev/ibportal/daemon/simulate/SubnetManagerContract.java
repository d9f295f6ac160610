package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.absent;
import static dev.ibportal.daemon.simulate.SmBench.document;
import static dev.ibportal.daemon.simulate.SmBench.full;
import static dev.ibportal.daemon.simulate.SmBench.limited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.types.Guid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for a subnet manager of any kind, as the portal sees it. */
abstract class SubnetManagerContract {
    static final int DEFAULT = 0x7fff;
    static final int FULL = 0x8005;
    static final int LIMITED = 0x0005;

    @TempDir
    Path dir;

    private @Nullable SmLine opened;

    /** One whose subnet manager runs. */
    abstract SmLine make(Path folder);

    /** Of subnet managers than this one. */
    abstract SmKind otherKind();

    /** How many ways through wishes are gone. */
    abstract int ways();

    final SmLine open() {
        SmLine made = make(dir);
        opened = made;
        made.startManager();
        return made;
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    /** A real subnet manager sweeps, and the machine may be busy. */
    static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60));
    }

    static void awaitTable(SmLine line, Guid port, Integer... entries) {
        soon().untilAsserted(() -> assertThat(line.answers().tables(port))
                .last()
                .satisfies(table -> assertThat(used(table.getPkeysList())).containsExactlyInAnyOrder(entries)));
    }

    /** Places in a table stay free when their keys have gone. */
    private static List<Integer> used(List<Integer> entries) {
        return entries.stream().filter(entry -> entry != 0).toList();
    }

    @Test
    void portsShowWhatTheDocumentSays() {
        SmLine line = open();

        line.apply(line.sealedFor(document(1, full(line.a()), limited(line.b()))));

        awaitTable(line, line.a(), DEFAULT, FULL);
        awaitTable(line, line.b(), DEFAULT, LIMITED);
        assertThat(line.answers().readBacks()).last().satisfies(readBack -> {
            assertThat(readBack.getGeneration()).isEqualTo(1);
            assertThat(readBack.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_RUNNING);
        });
    }

    @Test
    void aMemberLeavesAndTheLastOneToo() {
        SmLine line = open();
        line.apply(line.sealedFor(document(1, full(line.a()), full(line.b()))));
        awaitTable(line, line.a(), DEFAULT, FULL);
        awaitTable(line, line.b(), DEFAULT, FULL);

        line.apply(line.sealedFor(document(2, absent(line.a()), full(line.b()))));
        awaitTable(line, line.a(), DEFAULT);

        line.apply(line.sealedFor(document(3, absent(line.a()), absent(line.b()))));
        awaitTable(line, line.b(), DEFAULT);

        line.apply(line.sealedFor(document(4, limited(line.a()), absent(line.b()))));
        awaitTable(line, line.a(), DEFAULT, LIMITED);
    }

    @Test
    void aMembershipChangesOfOneAmongOthersAndOfTheOnlyOne() {
        SmLine line = open();
        line.apply(line.sealedFor(document(1, full(line.a()), full(line.b()))));
        awaitTable(line, line.a(), DEFAULT, FULL);

        line.apply(line.sealedFor(document(2, limited(line.a()), full(line.b()))));
        awaitTable(line, line.a(), DEFAULT, LIMITED);

        line.apply(line.sealedFor(document(3, limited(line.a()), absent(line.b()))));
        awaitTable(line, line.b(), DEFAULT);
        line.apply(line.sealedFor(document(4, full(line.a()))));
        awaitTable(line, line.a(), DEFAULT, FULL);
    }

    @Test
    void anOmittedMemberIsRefusedAndStays() {
        SmLine line = open();
        line.apply(line.sealedFor(document(1, full(line.a()), full(line.b()))));
        awaitTable(line, line.b(), DEFAULT, FULL);

        line.apply(line.sealedFor(document(2, full(line.a()))));

        assertThat(line.answers().refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED);
        assertThat(line.table(line.b())).containsExactly(DEFAULT, FULL);
    }

    @Test
    void aDocumentForAnotherKindIsRefused() {
        SmLine line = open();
        SmDocument.Builder document = document(1, full(line.a())).setSmKind(otherKind());

        line.apply(SmBench.sealed(document));

        assertThat(line.answers().refusal().getDetail()).contains("OpenSM", "UFM", "is configured for");
        assertThat(line.generation()).isEmpty();
    }

    @Test
    void aDaemonThatBeginsAgainGoesOn() {
        SmLine line = open();
        line.killManager();
        line.apply(line.sealedFor(document(1, full(line.a()), limited(line.b()))));
        soon().until(() -> line.generation().orElse(0) == 1);
        line.restartDaemon();
        line.startManager();

        soon().until(() -> line.table(line.a()).contains(FULL));
        soon().until(() -> line.table(line.b()).contains(LIMITED));
    }

    @Test
    void withoutASubnetManagerNothingIsShownAndNothingIsGone() {
        SmLine line = open();
        line.apply(line.sealedFor(document(1, full(line.a()), full(line.b()))));
        awaitTable(line, line.a(), DEFAULT, FULL);
        line.killManager();
        line.answers().forget();

        line.apply(line.sealedFor(document(2, absent(line.a()), full(line.b()))));

        soon().until(() -> line.answers().readBacks().stream()
                .anyMatch(readBack -> readBack.getLiveness() != SmLiveness.SM_LIVENESS_RUNNING));
        assertThat(line.answers().tables(line.a())).noneMatch(PortTable::getKnown);

        line.startManager();
        awaitTable(line, line.a(), DEFAULT);
    }

    /** Any way through any wishes ends where the last wish says. */
    @Test
    void manyChangesEndWhereTheLastOneSays() {
        SmLine line = open();
        for (int seed = 1; seed <= ways(); seed++) {
            Random random = new Random(seed);
            Map<Guid, Integer> wanted = new HashMap<>();
            for (int change = 1; change <= 5; change++) {
                List<SmMember> members = new ArrayList<>();
                for (Guid port : List.of(line.a(), line.b())) {
                    int draw = random.nextInt(3);
                    members.add(draw == 0 ? absent(port) : draw == 1 ? full(port) : limited(port));
                    wanted.put(port, draw == 0 ? 0 : draw == 1 ? FULL : LIMITED);
                }
                line.apply(line.sealedFor(document(seed * 10L + change, members.toArray(SmMember[]::new))));
            }
            wanted.forEach((port, entry) -> soon().untilAsserted(() -> assertThat(used(line.table(port)))
                    .containsExactlyInAnyOrderElementsOf(entry == 0 ? List.of(DEFAULT) : List.of(DEFAULT, entry))));
        }
    }
}
