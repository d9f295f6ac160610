package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.A;
import static dev.ibportal.daemon.simulate.SmBench.B;
import static dev.ibportal.daemon.simulate.SmBench.absent;
import static dev.ibportal.daemon.simulate.SmBench.document;
import static dev.ibportal.daemon.simulate.SmBench.full;
import static dev.ibportal.daemon.simulate.SmBench.held;
import static dev.ibportal.daemon.simulate.SmBench.limited;
import static dev.ibportal.daemon.simulate.SmBench.sealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenSmRoleTest {
    @TempDir
    Path dir;

    private SmBench bench;

    @BeforeEach
    void set() {
        bench = new SmBench(dir);
        bench.subnetManager.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private String conf() {
        return bench.files.read(SimulatedOpenSm.PARTITIONS_FILE).found().orElse("");
    }

    @Test
    void writesSignalsAndReportsWhatThePortsShow() {
        bench.apply(sealed(document(1, full(A), limited(B))));

        await().until(() -> !bench.tables(A).isEmpty() && !bench.tables(B).isEmpty());
        assertThat(bench.tables(A)).singleElement().satisfies(table -> {
            assertThat(table.getKnown()).isTrue();
            assertThat(table.getPkeysList()).containsExactly(0x7fff, 0x8005);
            assertThat(table.getCapacity()).isEqualTo(128);
        });
        assertThat(bench.tables(B).get(0).getPkeysList()).containsExactly(0x7fff, 0x0005);
        assertThat(bench.readBacks()).allSatisfy(readBack -> {
            assertThat(readBack.getGeneration()).isEqualTo(1);
            assertThat(readBack.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_RUNNING);
        });
        assertThat(bench.commands).extracting(Command::program).contains("kill", "smpquery", "sminfo");
    }

    private static SmMember first(Guid port) {
        SmMember.Builder member = full(port).toBuilder();
        member.getPresentBuilder().setIndex0(true);
        return member.build();
    }

    @Test
    void refusesIndexZeroWhereOpenSmKeepsPlaces() throws IOException {
        String before = conf();

        bench.apply(sealed(document(1, first(A))));

        assertThat(bench.refusal().getDetail())
                .contains(A.toString(), "0x8005", "index 0", "keep_pkey_indexes", "/etc/opensm/opensm.conf");
        assertThat(conf()).isEqualTo(before);
        assertThat(bench.role.putsIndex0()).isFalse();
        bench.files.write("/etc/opensm/opensm.conf", "keep_pkey_indexes TRUE\n", FileMode.WORLD_READABLE);
        assertThat(bench.role.putsIndex0()).isFalse();
    }

    @Test
    void refusesIndexZeroWhereOpenSmAnswersNoPathRecord() throws IOException {
        bench.files.write("/etc/opensm/opensm.conf", "keep_pkey_indexes FALSE\n", FileMode.WORLD_READABLE);
        bench.falsify(result -> result.command().program().equals("smpquery")
                ? CommandResult.exited(result.command(), 255, "", "can't resolve destination port 0x10\n")
                : result);

        bench.apply(sealed(document(1, first(A))));

        assertThat(bench.refusal().getDetail()).contains("answers no path record", "can't resolve destination port");
        assertThat(bench.role.putsIndex0()).isFalse();
    }

    @Test
    void putsAKeyAtIndexZeroAndTakesItAwayAgain() throws IOException {
        bench.files.write(
                "/etc/opensm/opensm.conf",
                "# a comment\nkeep_pkey_indexes FALSE\nlog_flags 0x03\n",
                FileMode.WORLD_READABLE);
        assertThat(bench.role.putsIndex0()).isTrue();

        bench.apply(sealed(document(1, first(A), full(B))));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A).get(0).getPkeysList()).containsExactly(0x8005, 0x7fff);
        bench.forget();
        bench.apply(sealed(document(2, absent(A), full(B))));
        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A).get(0).getPkeysList()).containsExactly(0x7fff);
    }

    @Test
    void reportsThatAKeyLeftTheTable() {
        bench.apply(sealed(document(1, full(A), full(B))));
        await().until(() -> !bench.tables(B).isEmpty());
        bench.forget();

        bench.apply(sealed(document(2, absent(A), full(B))));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A).get(0).getPkeysList()).containsExactly(0x7fff);
    }

    @Test
    void refusesADocumentThatLacksAnAppliedMember() {
        bench.apply(sealed(document(1, full(A), full(B))));
        await().until(() -> !bench.tables(B).isEmpty());
        String before = conf();

        bench.apply(sealed(document(2, full(A))));

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED);
        assertThat(bench.refusal().getDetail()).contains(B.toString(), "0x8005");
        assertThat(conf()).isEqualTo(before);
    }

    @Test
    void anAbsentMemberMayBeLeftOutOfTheDocumentAfterwards() {
        bench.apply(sealed(document(1, full(A), full(B))));
        bench.apply(sealed(document(2, full(A), absent(B))));
        await().until(() -> bench.role.generation().orElse(0) == 2);
        bench.apply(sealed(document(3, full(A))));
        await().until(() -> bench.role.generation().orElse(0) == 3);
    }

    @Test
    void remembersAcrossARestartWhatMayNotBeOmitted() {
        bench.apply(sealed(document(1, full(A), full(B))));
        await().until(() -> !bench.tables(B).isEmpty());
        bench.restartDaemon();

        bench.apply(sealed(document(2, full(A))));

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED);
    }

    @Test
    void refusesAnOlderGeneration() {
        bench.apply(sealed(document(5, full(A))));
        bench.apply(sealed(document(5, full(A))));
        await().until(() -> !bench.tables(A).isEmpty());
        bench.apply(sealed(document(4, full(A))));

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_STALE);
    }

    @Test
    void refusesWhatItWouldRenderDifferently() {
        bench.apply(document(1, full(A))
                .setRenderedSha256(ByteString.copyFrom(new byte[32]))
                .build());

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_DIGEST_MISMATCH);
        assertThat(conf()).isEmpty();
    }

    @Test
    void refusesAMemberThatIsNeitherFullNorLimited() {
        bench.apply(document(1, SmBench.present(A, MembershipType.MEMBERSHIP_TYPE_UNSPECIFIED))
                .build());

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_INVALID);
        assertThat(bench.refusal().getDetail()).contains("neither full nor limited");
    }

    @Test
    void aHeldMemberStaysAsItIsWritten() {
        bench.apply(sealed(document(1, limited(A), full(B))));
        await().until(() -> !bench.tables(B).isEmpty());
        String before = conf();
        bench.forget();

        bench.apply(sealed(
                document(2, held(A), full(B)), document(2, limited(A), full(B)).build()));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(conf()).isEqualTo(before);
    }

    @Test
    void writesTheFileThoughNoSubnetManagerRuns() {
        bench.subnetManager.die();
        bench.apply(sealed(document(1, full(A))));

        await().until(() -> !bench.readBacks().isEmpty());
        SmReadBack readBack = bench.readBacks().get(0);
        assertThat(readBack.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_NOT_RUNNING);
        assertThat(readBack.getLivenessDetail()).contains("does not exist", "ERR 0A01");
        assertThat(readBack.getTablesList()).isEmpty();
        assertThat(conf()).contains("0x0005");
        assertThat(bench.commands).noneMatch(command -> command.program().equals("kill"));

        bench.subnetManager.start();
        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A).get(0).getPkeysList()).contains(0x8005);
    }

    @Test
    void aPortThatKeepsItsOldTableIsReportedAsItIs() {
        bench.fabric.port(A).orElseThrow().deaf(true);
        bench.apply(sealed(document(1, full(A), full(B))));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(B))
                .first()
                .satisfies(table -> assertThat(table.getPkeysList()).contains(0x8005));
        assertThat(bench.tables(A))
                .allSatisfy(table -> assertThat(table.getPkeysList()).doesNotContain(0x8005));
        assertThat(bench.readBacks())
                .last()
                .satisfies(
                        readBack -> assertThat(readBack.getLogLinesList()).anyMatch(line -> line.contains("ERR 3119")));

        bench.fabric.change(() -> bench.fabric.port(A).orElseThrow().deaf(false));
        await().until(() ->
                bench.tables(A).stream().anyMatch(table -> table.getPkeysList().contains(0x8005)));
    }

    @Test
    void aPortThatIsOffTheFabricIsNotKnown() {
        bench.fabric.change(() -> bench.fabric.port(A).orElseThrow().link(false));
        bench.apply(sealed(document(1, full(A))));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A).get(0).getKnown()).isFalse();
        assertThat(bench.tables(A).get(0).getDetail()).contains("can't resolve destination port");
    }

    @Test
    void anAlteredAnswerIsNeverReportedAsWhatIsWanted() {
        bench.falsify(result -> result.command().program().equals("smpquery")
                        && result.command().argv().contains(A.toString())
                ? CommandResult.exited(result.command(), 0, result.stdout().replace("0x8005", "0x8006"), "")
                : result);
        bench.apply(sealed(document(1, full(A), full(B))));

        await().until(() -> !bench.tables(A).isEmpty() && !bench.tables(B).isEmpty());
        assertThat(bench.tables(A))
                .allSatisfy(table -> assertThat(table.getPkeysList()).doesNotContain(0x8005));
    }

    @Test
    void anAnswerThatIsCutOffIsNotKnown() {
        bench.falsify(result -> result.command().program().equals("smpquery")
                ? CommandResult.exited(result.command(), 0, result.stdout().substring(0, 200), "")
                : result);
        bench.apply(sealed(document(1, full(A))));

        await().until(() -> !bench.tables(A).isEmpty());
        assertThat(bench.tables(A)).noneMatch(PortTable::getKnown);
    }

    @Test
    void readsTablesOnRequestWithoutChangingAnything() {
        bench.apply(sealed(document(1, full(A))));
        await().until(() -> !bench.tables(A).isEmpty());
        bench.forget();
        int writes = bench.files.writes();

        bench.role.read(
                SmReadRequest.newBuilder()
                        .setFabricId("fabric")
                        .addAllGuids(List.of(A.toString(), B.toString()))
                        .build(),
                bench.answers()::add);

        await().until(() -> !bench.tables(A).isEmpty() && !bench.tables(B).isEmpty());
        assertThat(bench.files.writes()).isEqualTo(writes);
        assertThat(bench.commands).noneMatch(command -> command.program().equals("kill"));
    }

    @Test
    void saysThatTheFileCouldNotBeWritten() {
        bench.files.full(true);
        bench.apply(sealed(document(1, full(A))));
        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_WRITE_FAILED);
        assertThat(bench.refusal().getDetail()).contains("No space left on device");

        bench.files.full(false);
        await().until(() -> conf().contains("0x0005"));
    }

    @Test
    void putsTheFileBackThatSomebodyElseChanged() throws IOException {
        SmDocument document = sealed(document(1, full(A)));
        bench.apply(document);
        await().until(() -> !bench.tables(A).isEmpty());
        String right = conf();

        bench.files.write(SimulatedOpenSm.PARTITIONS_FILE, "broken", FileMode.WORLD_READABLE);

        await().until(() -> conf().equals(right));
    }

    /** As when the daemon is killed after it wrote the file: nobody else will ever tell. */
    @Test
    void aSubnetManagerThatWasNeverToldOfTheFileIsToldByTheNextDaemon() throws IOException {
        bench.apply(sealed(document(1, full(A), full(B))));
        await().until(() -> bench.fabric.port(A).orElseThrow().table().contains(0x8005));
        String old = conf();
        bench.subnetManager.die();
        bench.apply(sealed(document(2, absent(A), full(B))));
        await().until(() -> !conf().equals(old));
        String wanted = conf();
        bench.role.close();
        bench.files.write(SimulatedOpenSm.PARTITIONS_FILE, old, FileMode.WORLD_READABLE);
        bench.subnetManager.start();
        bench.files.write(SimulatedOpenSm.PARTITIONS_FILE, wanted, FileMode.WORLD_READABLE);
        assertThat(bench.fabric.port(A).orElseThrow().table()).contains(0x8005);

        bench.restartDaemon();

        await().until(() -> !bench.fabric.port(A).orElseThrow().table().contains(0x8005));
    }

    @Test
    void aFileByHandIsNotReplacedWhileItGivesKeysThatTheDocumentTakesAway() throws IOException {
        String byHand =
                "Default=0x7fff,ipoib:ALL=limited,SELF=full;\nold=0x5,ipoib:" + A + "=limited," + B + "=full;\n";
        bench.files.write(SimulatedOpenSm.PARTITIONS_FILE, byHand, FileMode.WORLD_READABLE);
        bench.subnetManager.start();

        bench.apply(sealed(document(1, full(A))));

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_FOUND_FILE);
        assertThat(bench.refusal().getDetail())
                .contains("written by hand", "0x8005 (full) of port " + B, "Nothing was changed")
                .doesNotContain("of port " + A);
        assertThat(bench.files.read(SimulatedOpenSm.PARTITIONS_FILE).found()).contains(byHand);
        assertThat(bench.generation()).isEmpty();

        bench.apply(sealed(document(2, full(A), full(B))));
        await().until(() -> bench.generation().orElse(0) == 2);
    }

    @Test
    void aFileByHandIsReplacedWhenThatWasAllowed() throws IOException {
        bench.files.write(SimulatedOpenSm.PARTITIONS_FILE, "all=0x9:ALL=full;\n", FileMode.WORLD_READABLE);
        bench.subnetManager.start();

        bench.apply(sealed(document(1, full(A))));
        assertThat(bench.refusal().getDetail()).contains("line 1, which is not understood");

        bench.apply(sealed(document(2, full(A)).setReplacesFound(true)));
        await().until(() -> bench.generation().orElse(0) == 2);
    }
}
