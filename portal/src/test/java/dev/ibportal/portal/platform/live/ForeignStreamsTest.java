package dev.ibportal.portal.platform.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams over HTTP with the ids of another tenant: they open, and stay as silent as those of what does not exist. */
@QuarkusTest
class ForeignStreamsTest {
    @Inject
    World world;

    @Inject
    LiveHub hub;

    private Sights theirs;
    private Browser ada = new Browser("en");
    private Browser bea = new Browser("en");

    @BeforeEach
    void twoTenants() {
        theirs = Sights.in(world);
        UUID mine = world.tenant("Brackwater");
        world.tenantAdmin("bea", mine);
        ada = Browser.of("ada");
        bea = Browser.of("bea");
    }

    /** One open stream; what it said stays when it is closed. */
    private record Listening(int status, List<String> headers, List<String> events, Stream<String> lines)
            implements AutoCloseable {
        @Override
        public void close() {
            lines.close();
        }
    }

    private static Listening listen(Browser who, String watch) throws Exception {
        HttpResponse<Stream<String>> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + "/live?" + watch))
                                .header("Cookie", WebSessions.COOKIE + "=" + who.cookie(WebSessions.COOKIE))
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofLines());
        List<String> events = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> {
            try {
                answer.body().filter(line -> line.startsWith("event:")).forEach(events::add);
            } catch (UncheckedIOException e) {
                // closed by the test
            }
        });
        reader.setDaemon(true);
        reader.start();
        List<String> headers = answer.headers().map().keySet().stream().sorted().toList();
        return new Listening(answer.statusCode(), headers, events, answer.body());
    }

    @Test
    void theirIdsSayNoMoreThanNobodys() throws Exception {
        String their = "watch=partition:" + theirs.partition() + "&watch=node:" + theirs.node();
        String nobodys = "watch=partition:" + UUID.randomUUID() + "&watch=node:" + UUID.randomUUID();
        try (Listening owner = listen(ada, their);
                Listening foreign = listen(bea, their);
                Listening nothing = listen(bea, nobodys);
                Listening all = listen(bea, "watch=partitions&watch=nodes")) {
            assertThat(foreign.status()).isEqualTo(nothing.status()).isEqualTo(200);
            assertThat(foreign.headers()).isEqualTo(nothing.headers());
            await().until(() -> Stream.of(owner, foreign, nothing, all)
                    .allMatch(listening -> listening.events().size() == 1));

            hub.memberChanged(theirs.partition(), theirs.node(), theirs.tenant());
            hub.partitionChanged(theirs.partition(), theirs.tenant());
            hub.nodeChanged(theirs.node());

            await().untilAsserted(() -> assertThat(owner.events()).contains("event:changed"));
            await().during(Duration.ofMillis(600)).untilAsserted(() -> {
                assertThat(foreign.events()).containsExactly("event:hello");
                assertThat(nothing.events()).containsExactly("event:hello");
                assertThat(all.events()).containsExactly("event:hello");
            });
        }
    }

    /** The tenant in the address counts for the stream too, and is refused to strangers like one that does not exist. */
    @Test
    void nobodyListensAsAnotherTenant() throws Exception {
        for (String tenant :
                List.of(theirs.tenant().toString(), UUID.randomUUID().toString())) {
            try (Listening refused = listen(bea, "watch=partitions&tenant=" + tenant)) {
                assertThat(refused.status()).isEqualTo(404);
                assertThat(refused.events()).isEmpty();
            }
        }
    }
}
