package dev.ibportal.portal.platform.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.smallrye.mutiny.subscription.Cancellable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveHubTest {
    private static final UUID PERSON = UUID.randomUUID();
    private static final UUID NODE = UUID.randomUUID();
    private static final UUID PARTITION = UUID.randomUUID();
    private static final UUID ALDERMOOR = UUID.randomUUID();
    private static final UUID BRACKWATER = UUID.randomUUID();

    private final LiveHub hub = new LiveHub();
    private final List<Cancellable> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Cancellable::cancel);
        hub.stop();
    }

    @Test
    void saysHelloAtOnceAndChangedWhenSomethingChanged() {
        List<String> told = listen(PERSON, Watch.of(List.of("node:" + NODE), null, Set.of()));

        hub.nodeChanged(NODE);

        await().untilAsserted(() -> assertThat(told).containsExactly("hello", "changed"));
    }

    @Test
    void manyChangesAtOnceAreFewEvents() {
        List<String> told = listen(PERSON, Watch.of(List.of("nodes"), null, Set.of()));

        for (int i = 0; i < 10_000; i++) {
            hub.nodeChanged(UUID.randomUUID());
        }

        await().untilAsserted(() -> assertThat(told).contains("changed"));
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(told).hasSizeLessThan(10));
    }

    @Test
    void anotherTenantsEventsDoNotComeThrough() {
        List<String> own = listen(PERSON, Watch.of(List.of("partitions", "nodes"), ALDERMOOR, Set.of(NODE)));
        List<String> foreign = listen(PERSON, Watch.of(List.of("partitions", "nodes"), BRACKWATER, Set.of(NODE)));
        List<String> named = listen(PERSON, Watch.of(List.of("partition:" + PARTITION), BRACKWATER, Set.of(NODE)));

        hub.memberChanged(PARTITION, NODE, ALDERMOOR);

        await().untilAsserted(() -> assertThat(own).contains("changed"));
        await().during(Duration.ofMillis(400)).untilAsserted(() -> {
            assertThat(foreign).containsExactly("hello");
            assertThat(named).containsExactly("hello");
        });
    }

    @Test
    void ofNodesATenantHearsOnlyThoseGranted() {
        List<String> told = listen(PERSON, Watch.of(List.of("nodes"), ALDERMOOR, Set.of(NODE)));

        hub.nodeChanged(UUID.randomUUID());
        await().during(Duration.ofMillis(400))
                .untilAsserted(() -> assertThat(told).containsExactly("hello"));
        hub.nodeChanged(NODE);

        await().untilAsserted(() -> assertThat(told).containsExactly("hello", "changed"));
    }

    @Test
    void whatATenantCannotSeeIsToldToThoseWhoSeeEverything() {
        List<String> tenant = listen(PERSON, Watch.of(List.of("nodes", "fabrics"), ALDERMOOR, Set.of(NODE)));
        List<String> all = listen(UUID.randomUUID(), Watch.of(List.of("nodes"), null, Set.of()));

        hub.nodeReported(NODE);
        hub.fabricRead(UUID.randomUUID());

        await().untilAsserted(() -> assertThat(all).contains("changed"));
        await().during(Duration.ofMillis(400))
                .untilAsserted(() -> assertThat(tenant).containsExactly("hello"));
    }

    @Test
    void aPersonHasSoManyStreamsAndNoMore() {
        Watch watch = Watch.of(List.of("nodes"), null, Set.of());
        for (int i = 0; i < LiveHub.STREAMS_PER_PERSON; i++) {
            listen(PERSON, watch);
        }

        assertThatThrownBy(() -> hub.open(PERSON, watch, () -> true)).isInstanceOf(DomainFault.TooMany.class);
        listen(UUID.randomUUID(), watch);
        open.get(0).cancel();
        await().untilAsserted(() -> assertThat(hub.openStreams()).isEqualTo(LiveHub.STREAMS_PER_PERSON));
        listen(PERSON, watch);
    }

    @Test
    void endsWhenTheSessionHasEnded() {
        LiveHub quick = new LiveHub(Duration.ofMillis(50));
        AtomicBoolean allowed = new AtomicBoolean(true);
        List<String> told = new CopyOnWriteArrayList<>();
        AtomicBoolean ended = new AtomicBoolean();
        quick.open(PERSON, Watch.of(List.of("nodes"), null, Set.of()), allowed::get)
                .subscribe()
                .with(told::add, failure -> ended.set(false), () -> ended.set(true));
        await().until(() -> told.contains("alive"));

        allowed.set(false);

        await().untilTrue(ended);
        assertThat(told).doesNotContain("ended");
        // It is told first and taken off the list after that.
        await().until(() -> quick.openStreams() == 0);
    }

    @Test
    void onlyKnownThingsCanBeWatched() {
        assertThatThrownBy(() -> Watch.of(List.of("secrets"), null, Set.of()))
                .isInstanceOf(DomainFault.Invalid.class)
                .hasMessageContaining("\"secrets\"");
        assertThatThrownBy(() -> Watch.of(List.of("node:seven"), null, Set.of()))
                .hasMessageContaining("\"node:seven\"");
        assertThatThrownBy(() -> Watch.of(List.of(), null, Set.of())).hasMessageContaining("between 1 and 20");
    }

    private List<String> listen(UUID person, Watch watch) {
        List<String> told = new CopyOnWriteArrayList<>();
        open.add(hub.open(person, watch, () -> true).subscribe().with(told::add));
        return told;
    }
}
