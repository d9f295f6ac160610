package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which news of changes need another pass, and which the last one has told of. */
class ToldChangesTest {
    private Bench bench;

    @BeforeEach
    void set() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
    }

    private static InterfaceItem.Builder one(String... addresses) {
        return Items.present("if-1", Bench.PORT_0, 0x8001, addresses);
    }

    @Test
    void whatAPassHasSeenNeedsNoOtherPassAndWhatWasOnlyPlannedIsNotTold() {
        HostChanges.Change before = HostChanges.Change.now(HostChanges.Source.LINKS);
        bench.apply(one("10.0.0.1/24"));
        HostChanges.Change after = HostChanges.Change.now(HostChanges.Source.LINKS);

        bench.reconciler.plan(Optional.empty());

        assertThat(bench.reconciler.hasTold(before)).isTrue();
        assertThat(bench.reconciler.hasTold(after)).isFalse();
        bench.pass();
        assertThat(bench.reconciler.hasTold(after)).isTrue();
    }

    @Test
    void lateNewsOfFilesThatAreAsTheyWereLeftNeedNoOtherPass() throws IOException {
        bench.apply(one("10.0.0.1/24"));
        String path = bench.files.all().keySet().stream()
                .filter(name -> name.contains("interfaces.d"))
                .findFirst()
                .orElseThrow();
        String content = bench.files.read(path).found().orElseThrow();

        assertThat(bench.reconciler.hasTold(HostChanges.Change.now(HostChanges.Source.FILES)))
                .isTrue();
        assertThat(bench.reconciler.hasTold(HostChanges.Change.now(HostChanges.Source.SYSFS)))
                .isFalse();
        bench.files.write(path, content + "# by hand\n", FileMode.WORLD_READABLE);
        assertThat(bench.reconciler.hasTold(HostChanges.Change.now(HostChanges.Source.FILES)))
                .isFalse();
    }
}
