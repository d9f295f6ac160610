package dev.ibportal.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import dev.ibportal.daemon.state.StateDir;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders from the command line to the running daemon are carried out once, and only for somebody who waits. */
class RequestsTest {
    @TempDir
    private Path folder;

    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Done> end = new CompletableFuture<>();
    private final Requests.Work work = new Requests.Work(
            plan -> {
                done.add("apply " + plan);
                return end;
            },
            transaction -> {
                done.add("rollback " + transaction);
                return end;
            });
    private StateDir state;

    @BeforeEach
    void open() {
        state = StateDir.openUnforced(folder);
    }

    private Requests life() {
        return new Requests(state, Clock.systemUTC());
    }

    @Test
    void anOrderIsCarriedOutOnceAlsoWhenTheDaemonEndsMeanwhile() {
        CompletableFuture<Optional<Done>> asked = CompletableFuture.supplyAsync(this::ask);
        Requests first = life();
        await().until(() -> {
            first.serve(work);
            return !done.isEmpty();
        });

        life().serve(work);
        end.complete(Done.failed("there is nothing"));

        assertThat(asked.join().orElseThrow().message()).isEqualTo("there is nothing");
        assertThat(done).containsExactly("apply 0123456789ab");
        assertThat(state.child("requests").names()).isEmpty();
    }

    private Optional<Done> ask() {
        try {
            return life().ask("apply", "0123456789ab", "none");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anOrderOfSomebodyWhoWaitsNoMoreIsDropped() {
        long nobody = 4_000_000_000L;
        state.child("requests")
                .write(
                        "a.request",
                        ("{\"do\":\"rollback\",\"plan\":\"\",\"at\":\""
                                        + Clock.systemUTC().instant() + "\",\"process\":" + nobody
                                        + ",\"started\":\"\"}")
                                .getBytes(StandardCharsets.UTF_8));
        Requests requests = life();

        requests.serve(work);

        assertThat(done).isEmpty();
        assertThat(state.child("requests").names()).containsExactly("a.answer");
        requests.tidy();
        assertThat(state.child("requests").names()).isEmpty();
    }
}
