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
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.simulate.UfmSimulator.Reply;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A UFM that is slow, wrong, half-dead, or has others who work on it too. */
class UfmTest {
    private static final PKey PKEY = PKey.of(0x8005);
    private static final Guid STRANGER = new Guid(0x77);

    @TempDir
    Path dir;

    private SmBench bench;
    private UfmSimulator ufm;

    @BeforeEach
    void set() {
        bench = SmBench.ofUfm(dir);
        ufm = bench.ufm();
        bench.subnetManager.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void apply(SmDocument.Builder document) {
        bench.apply(bench.sealedFor(document));
    }

    private void awaitKey(Guid port, int entry) {
        await().until(() -> bench.tables(port).stream()
                .anyMatch(table -> table.getPkeysList().contains(entry)));
    }

    private SmReadBack awaitTrouble(String text) {
        await().until(() -> bench.readBacks().stream()
                .anyMatch(readBack -> readBack.getLivenessDetail().contains(text)));
        return bench.readBacks().stream()
                .filter(readBack -> readBack.getLivenessDetail().contains(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void membersOfOthersStayAndAreToldOf() {
        ufm.byHand(PKEY, STRANGER, MembershipType.FULL);
        ufm.byHand(PKey.of(0x9009), STRANGER, MembershipType.LIMITED);

        apply(document(1, full(A), limited(B)));
        awaitKey(A, 0x8005);
        apply(document(2, absent(A), absent(B)));

        await().until(() -> ufm.members(PKEY).keySet().equals(Set.of(STRANGER)));
        assertThat(ufm.members(PKey.of(0x9009))).containsOnlyKeys(STRANGER);
        await().until(() -> bench.readBacks().stream()
                .anyMatch(readBack -> readBack.getLogLinesList().stream()
                        .anyMatch(line -> line.contains(STRANGER.toString()) && line.contains("left there"))));
    }

    @Test
    void additionsComeBeforeRemovalsSoThatThePartitionStaysAsItIs() {
        SmDocument.Builder first = document(1, full(A));
        first.getPartitionsBuilder(0).setIbMtu(4096).setRateCode(16).setServiceLevel(3);
        apply(first);
        awaitKey(A, 0x8005);
        assertThat(ufm.service(PKEY)).isEqualTo("4 100.0 3");
        ufm.calls.clear();

        SmDocument.Builder second = document(2, absent(A), full(B));
        second.getPartitionsBuilder(0).setIbMtu(4096).setRateCode(16).setServiceLevel(3);
        apply(second);
        awaitKey(B, 0x8005);

        assertThat(ufm.calls.stream().filter(call -> !call.startsWith("GET")))
                .containsExactly(
                        "POST /ufmRestV3/resources/pkeys",
                        "DELETE /ufmRestV3/resources/pkeys/0x0005/guids/000000000000000a");
        assertThat(ufm.service(PKEY)).isEqualTo("4 100.0 3");
    }

    @Test
    void theServiceOfAPartitionIsChanged() {
        apply(document(1, full(A)));
        awaitKey(A, 0x8005);

        SmDocument.Builder second = document(2, full(A));
        second.getPartitionsBuilder(0).setIbMtu(4096).setServiceLevel(2);
        apply(second);

        await().until(() -> ufm.service(PKEY).equals("4 2.5 2"));
    }

    @Test
    void whetherItsKeysAreSetIsToldAndNoValue() {
        apply(document(1, full(A)));
        awaitKey(A, 0x8005);

        assertThat(bench.readBacks()).last().satisfies(readBack -> {
            assertThat(readBack.getKeysList())
                    .extracting(key -> key.getName() + " " + key.getState())
                    .containsExactly(
                            "m_key SM_KEY_STATE_DEFAULT", "sm_key SM_KEY_STATE_SET", "sa_key SM_KEY_STATE_DEFAULT");
            assertThat(readBack.toString()).doesNotContain("5ec4e7");
        });
    }

    @Test
    void whatSomebodyElseTookOutIsPutBack() {
        apply(document(1, full(A), full(B)));
        awaitKey(A, 0x8005);

        ufm.removeByHand(PKEY, A);

        await().until(() -> ufm.members(PKEY).containsKey(A));
    }

    /** The call is carried out, and its answer never comes. */
    @Test
    void anAnswerThatIsLostDoesNoHarm() {
        AtomicInteger cut = new AtomicInteger(2);
        ufm.mood((method, path, really) -> {
            Reply reply = really.get();
            return !method.equals("GET") && cut.getAndDecrement() > 0 ? Reply.CUT : reply;
        });

        apply(document(1, full(A), limited(B)));

        awaitKey(A, 0x8005);
        awaitKey(B, 0x0005);
        assertThat(ufm.members(PKEY)).hasSize(2);
    }

    @Test
    void onlyWhatUfmShowsAfterwardsCounts() {
        ufm.mood((method, path, really) -> method.equals("GET") ? really.get() : new Reply(200, "{}"));

        apply(document(1, full(A)));

        SmReadBack told = awaitTrouble("does not have what it was given");
        assertThat(told.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_UNKNOWN);
        assertThat(told.getLivenessDetail()).contains("partition 0x8005");
        ufm.well();
        awaitKey(A, 0x8005);
    }

    @Test
    void onePortThatUfmRefusesKeepsNobodyElseOut() {
        ufm.refuse(A);

        apply(document(1, full(A), limited(B)));

        awaitKey(B, 0x0005);
        SmReadBack told = awaitTrouble("it refused");
        assertThat(told.getLivenessDetail()).contains(A.toString(), "unknown GUID", "400");
    }

    @Test
    void aUfmThatIsSlowIsWaitedForAndAnswersMeanwhile() {
        ufm.mood((method, path, really) -> {
            pause(Duration.ofMillis(300));
            return really.get();
        });

        apply(document(1, full(A), limited(B)));

        awaitKey(A, 0x8005);
        assertThat(bench.readBacks())
                .last()
                .satisfies(readBack -> assertThat(readBack.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_RUNNING));
    }

    @Test
    void aUfmThatNeverAnswersIsUnknownAndNothingIsGone() {
        apply(document(1, full(A), full(B)));
        awaitKey(A, 0x8005);
        CountDownLatch end = new CountDownLatch(1);
        ufm.mood((method, path, really) -> {
            hold(end);
            return Reply.CUT;
        });
        bench.forget();

        apply(document(2, absent(A), full(B)));

        SmReadBack told = awaitTrouble("got no answer");
        assertThat(told.getLiveness()).isEqualTo(SmLiveness.SM_LIVENESS_UNKNOWN);
        assertThat(bench.tables(A)).isEmpty();
        end.countDown();
        ufm.well();
        await().until(() -> bench.tables(A).stream()
                .anyMatch(table -> table.getKnown() && !table.getPkeysList().contains(0x8005)));
    }

    /** The port lost its table for a moment, and UFM, which was not reached, will put the key back. */
    @Test
    void aMissingKeyProvesNothingWhileUfmHasItStill() {
        apply(document(1, full(A), full(B)));
        awaitKey(A, 0x8005);
        ufm.mood((method, path, really) -> method.equals("DELETE") ? new Reply(503, "try later") : really.get());
        apply(document(2, absent(A), full(B)));
        awaitTrouble("503");
        bench.forget();

        bench.subnetManager.die();
        bench.falsify(result -> result.command().argv().contains(A.toString())
                ? CommandResult.exited(result.command(), 0, result.stdout().replace("0x8005", "0x0000"), "")
                : result);
        bench.subnetManager.start();

        await().during(Duration.ofMillis(600))
                .until(() -> bench.tables(A).stream().noneMatch(PortTable::getKnown));
    }

    @Test
    void nothingFoundInAllItsShapesIsNothing() {
        for (String nothing : new String[] {"{}", "null"}) {
            bench.forget();
            ufm.mood((method, path, really) ->
                    path.contains("pkeys?") && ufm.members(PKEY).isEmpty() ? new Reply(200, nothing) : really.get());
            apply(document(nothing.length(), full(A)));
            awaitKey(A, 0x8005);
        }
        ufm.mood((method, path, really) -> method.equals("DELETE")
                ? new Reply(404, "PKey does not exist " + really.get().status())
                : really.get());
        bench.forget();
        apply(document(9, absent(A)));
        await().until(() -> bench.tables(A).stream()
                .anyMatch(table -> table.getKnown() && !table.getPkeysList().contains(0x8005)));
    }

    @Test
    void membersThatUfmDoesNotNameAreUnknownNotMissing() {
        ufm.byHand(PKEY, A, MembershipType.FULL);
        ufm.mood((method, path, really) -> path.contains("pkeys?")
                ? new Reply(200, "{\"0x5\":{\"partition\":\"api_pkey_0x5\",\"ip_over_ib\":true}}")
                : really.get());
        ufm.calls.clear();

        apply(document(1, full(A)));

        awaitTrouble("does not say who is in partition 0x8005");
        assertThat(ufm.calls).allMatch(call -> call.startsWith("GET"));
    }

    @Test
    void anAnswerThatIsNoListDecidesNothing() {
        for (String answer :
                new String[] {"", "[]", "<html>Log in</html>", "{\"0x5\":{\"guids\":[{\"guid\":\"x\"}]}}"}) {
            bench.forget();
            ufm.calls.clear();
            ufm.mood((method, path, really) -> path.contains("pkeys?") ? new Reply(200, answer) : really.get());
            apply(document(answer.length() + 1L, full(A)));
            await().until(() -> bench.readBacks().stream()
                    .anyMatch(readBack -> readBack.getLivenessDetail().contains("UFM's")));
            assertThat(ufm.calls).allMatch(call -> call.startsWith("GET"));
        }
    }

    @Test
    void secretsAreSentNowhereElse() {
        ufm.mood((method, path, really) -> new Reply(302, ""));

        apply(document(1, full(A)));

        awaitTrouble("points elsewhere");
        assertThat(ufm.calls).noneMatch(call -> call.contains("elsewhere"));
    }

    @Test
    void anMtuThatUfmDoesNotKnowIsRefusedBeforeAnything() {
        SmDocument.Builder document = document(1, full(A));
        document.getPartitionsBuilder(0).setIbMtu(1024);

        apply(document);

        assertThat(bench.refusal().getReason()).isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_INVALID);
        assertThat(bench.refusal().getDetail()).contains("0x8005", "1024", "2048 and 4096");
        assertThat(bench.role.generation()).isEmpty();
    }

    @Test
    void newestOfSeveralDocumentsIsWhatUfmEndsWith() {
        ufm.mood((method, path, really) -> {
            pause(Duration.ofMillis(50));
            return really.get();
        });
        apply(document(1, full(A), full(B)));
        apply(document(2, absent(A), full(B)));
        apply(document(3, absent(A), limited(B)));

        await().until(() -> ufm.members(PKEY).entrySet().stream()
                .map(each -> Map.entry(each.getKey(), each.getValue().membership()))
                .toList()
                .equals(List.of(Map.entry(B, MembershipType.LIMITED))));
    }

    private static void pause(Duration time) {
        try {
            new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
