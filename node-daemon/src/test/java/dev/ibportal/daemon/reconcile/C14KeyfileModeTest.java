package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.IbMtu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case C-14 (b): a keyfile that NetworkManager takes, and that nobody else could read even for a moment. */
class C14KeyfileModeTest {
    private static final String PROFILES = "etc/NetworkManager/system-connections";

    @Test
    void theKeyfileIsInfinibandAndNeverReadableByOthers(@TempDir Path root) throws Exception {
        Files.createDirectories(root.resolve(PROFILES));
        Path file = root.resolve(PROFILES).resolve("ibportal-ib1.8061.nmconnection");
        HostReconciler reconciler = reconciler(root);
        Watcher watcher = new Watcher(file);
        Thread thread = new Thread(watcher);
        thread.start();

        assertThat(reconciler.accept(new SpecBuilder(1)
                        .add(Items.present("if-1", Bench.PORT_1, 0x8061, "10.77.61.5/24"))
                        .build()))
                .isEmpty();
        var status = Bench.only(reconciler.reconcile().orElseThrow());
        watcher.stop.set(true);
        thread.join();

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(watcher.seen).containsOnly("rw-------");
        assertThat(Files.getOwner(file).getName()).isEqualTo(System.getProperty("user.name"));
        assertThat(Files.readString(file))
                .contains("type=infiniband\n", "\n[infiniband]\n", "address1=10.77.61.5/24\n")
                .doesNotContain("[ethernet]", "[802-3-ethernet]");
    }

    private static HostReconciler reconciler(Path root) throws IOException {
        SimulatedPort port = new SimulatedPort(Bench.PORT_1);
        SimulatedHost host = SimulatedHost.named("node1")
                .files(new LinuxHostFiles(root))
                .networkManager()
                .port(port, "ib1")
                .build();
        Bench.joinable(port, IbMtu.MTU_2048, "0x8061");
        return HostReconciler.open(
                host.host(), new LinuxHostFiles(Files.createDirectories(root.resolve("state"))), Bench.QUICK);
    }

    /** Looks at the file's mode all the time. */
    private static final class Watcher implements Runnable {
        final AtomicBoolean stop = new AtomicBoolean();
        final Set<String> seen = new HashSet<>();
        private final Path file;

        Watcher(Path file) {
            this.file = file;
        }

        @Override
        public void run() {
            boolean last = false;
            while (!last) {
                last = stop.get();
                try {
                    seen.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
                } catch (IOException e) {
                    // Not there yet; anything else would show in the set.
                    if (!(e instanceof NoSuchFileException)) {
                        seen.add(String.valueOf(e.getMessage()));
                    }
                }
            }
        }
    }
}
