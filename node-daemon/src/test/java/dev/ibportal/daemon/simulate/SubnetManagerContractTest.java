package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.A;
import static dev.ibportal.daemon.simulate.SmBench.B;
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
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for a subnet manager of any kind, as the portal sees it. */
class SubnetManagerContractTest {
    private static final int DEFAULT = 0x7fff;
    private static final int FULL = 0x8005;
    private static final int LIMITED = 0x0005;

    enum Kind {
        OPENSM,
        UFM
    }

    @TempDir
    Path dir;

    private @Nullable SmBench bench;

    private SmBench open(Kind kind) {
        SmBench made = kind == Kind.UFM ? SmBench.ofUfm(dir) : new SmBench(dir);
        bench = made;
        made.subnetManager.start();
        return made;
    }

    @AfterEach
    void close() {
        if (bench != null) {
            bench.close();
        }
    }

    private static void awaitTable(SmBench bench, Guid port, Integer... entries) {
        await().untilAsserted(() -> assertThat(bench.tables(port))
                .last()
                .satisfies(table -> assertThat(used(table.getPkeysList())).containsExactlyInAnyOrder(entries)));
    }

    /** Places in a table stay free when their keys have gone. */
    private static List<Integer> used(List<Integer> entries) {
        return entries.stream().filter(entry -> entry != 0).toList();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void portsShowWhatTheDocumentSays(Kind kind) {
        SmBench bench = open(kind);

        bench.apply(bench.sealedFor(document(1, full(A), limited(B))));

        awaitTable(bench, A, DEFAULT, FULL);
        awaitTable(bench, B, DEFAULT, LIMITED);
        assertThat(bench.readBacks()).last().satisfies(readBack -> {
            assertThat(readBack.getGeneration()).isEqualTo(1);
            assertThat(readBack.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_RUNNING);
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aMemberLeavesAndTheLastOneToo(Kind kind) {
        SmBench bench = open(kind);
        bench.apply(bench.sealedFor(document(1, full(A), full(B))));
        awaitTable(bench, A, DEFAULT, FULL);
        awaitTable(bench, B, DEFAULT, FULL);

        bench.apply(bench.sealedFor(document(2, absent(A), full(B))));
        awaitTable(bench, A, DEFAULT);

        bench.apply(bench.sealedFor(document(3, absent(A), absent(B))));
        awaitTable(bench, B, DEFAULT);

        bench.apply(bench.sealedFor(document(4, limited(A), absent(B))));
        awaitTable(bench, A, DEFAULT, LIMITED);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aMembershipChangesOfOneAmongOthersAndOfTheOnlyOne(Kind kind) {
        SmBench bench = open(kind);
        bench.apply(bench.sealedFor(document(1, full(A), full(B))));
        awaitTable(bench, A, DEFAULT, FULL);

        bench.apply(bench.sealedFor(document(2, limited(A), full(B))));
        awaitTable(bench, A, DEFAULT, LIMITED);

        bench.apply(bench.sealedFor(document(3, limited(A), absent(B))));
        awaitTable(bench, B, DEFAULT);
        bench.apply(bench.sealedFor(document(4, full(A))));
        awaitTable(bench, A, DEFAULT, FULL);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anOmittedMemberIsRefusedAndStays(Kind kind) {
        SmBench bench = open(kind);
        bench.apply(bench.sealedFor(document(1, full(A), full(B))));
        awaitTable(bench, B, DEFAULT, FULL);

        bench.apply(bench.sealedFor(document(2, full(A))));

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED);
        assertThat(bench.fabric.port(B).orElseThrow().table()).containsExactly(DEFAULT, FULL);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aDocumentForAnotherKindIsRefused(Kind kind) {
        SmBench bench = open(kind);
        SmDocument.Builder document =
                document(1, full(A)).setSmKind(kind == Kind.UFM ? SmKind.SM_KIND_OPENSM : SmKind.SM_KIND_UFM);

        bench.apply(SmBench.sealed(document));

        assertThat(bench.refusal().getDetail()).contains("OpenSM", "UFM", "is configured for");
        assertThat(bench.role.generation()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aDaemonThatBeginsAgainGoesOn(Kind kind) {
        SmBench bench = open(kind);
        bench.subnetManager.die();
        bench.apply(bench.sealedFor(document(1, full(A), limited(B))));
        await().until(() -> bench.role.generation().orElse(0) == 1);
        bench.restartDaemon();
        bench.subnetManager.start();

        await().until(() -> bench.fabric.port(A).orElseThrow().table().contains(FULL));
        await().until(() -> bench.fabric.port(B).orElseThrow().table().contains(LIMITED));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void withoutASubnetManagerNothingIsShownAndNothingIsGone(Kind kind) {
        SmBench bench = open(kind);
        bench.apply(bench.sealedFor(document(1, full(A), full(B))));
        awaitTable(bench, A, DEFAULT, FULL);
        bench.subnetManager.die();
        bench.forget();

        bench.apply(bench.sealedFor(document(2, absent(A), full(B))));

        await().until(() -> bench.readBacks().stream()
                .anyMatch(readBack -> readBack.getLiveness() != SmLiveness.SM_LIVENESS_RUNNING));
        assertThat(bench.tables(A)).noneMatch(PortTable::getKnown);

        bench.subnetManager.start();
        awaitTable(bench, A, DEFAULT);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aKeyAtIndexZero(Kind kind) throws IOException {
        SmBench bench = open(kind);
        bench.files.write("/etc/opensm/opensm.conf", "keep_pkey_indexes FALSE\n", FileMode.WORLD_READABLE);
        SmMember.Builder first = full(A).toBuilder();
        first.getPresentBuilder().setIndex0(true);

        bench.apply(bench.sealedFor(document(1, first.build(), full(B))));
        awaitTable(bench, A, FULL, DEFAULT);
        assertThat(bench.fabric.port(A).orElseThrow().table()).startsWith(FULL);
    }

    /** Any way through any wishes ends where the last wish says. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void manyChangesEndWhereTheLastOneSays(Kind kind) {
        SmBench bench = open(kind);
        for (int seed = 1; seed <= 8; seed++) {
            Random random = new Random(seed);
            Map<Guid, Integer> wanted = new HashMap<>();
            for (int change = 1; change <= 5; change++) {
                List<SmMember> members = new ArrayList<>();
                for (Guid port : List.of(A, B)) {
                    int draw = random.nextInt(3);
                    members.add(draw == 0 ? absent(port) : draw == 1 ? full(port) : limited(port));
                    wanted.put(port, draw == 0 ? 0 : draw == 1 ? FULL : LIMITED);
                }
                bench.apply(bench.sealedFor(document(seed * 10L + change, members.toArray(SmMember[]::new))));
            }
            wanted.forEach((port, entry) -> await("seed " + random)
                    .untilAsserted(() -> assertThat(
                                    used(bench.fabric.port(port).orElseThrow().table()))
                            .containsExactlyInAnyOrderElementsOf(
                                    entry == 0 ? List.of(DEFAULT) : List.of(DEFAULT, entry))));
        }
    }
}
