package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The daemon is killed before each single command of an apply; its next life finishes the work, or removes it. */
class CrashTest {
    enum Keeper {
        IFUPDOWN,
        NETWORK_MANAGER;

        Bench bench() throws IOException {
            Bench bench = this == IFUPDOWN ? Bench.ifupdown() : Bench.networkManager();
            return bench.effective(bench.port0, "0x8005");
        }
    }

    /** Stands for kill -9: nothing after it runs, no catch block of ours sees it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static InterfaceItem.Builder wanted() {
        return Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.0.1/24", "fd00::1/64");
    }

    @ParameterizedTest
    @EnumSource
    void theNextLifeFinishesWhatWasBegun(Keeper keeper) throws IOException {
        for (int kill = 0; killedAt(keeper.bench(), kill); kill++) {
            Bench bench = keeper.bench();
            killedAt(bench, kill);
            bench.restart();

            InterfaceStatus status = Bench.only(bench.pass());

            assertThat(status.getState())
                    .as("killed at %d: %s", kill, status.getMessage())
                    .isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasBegunIsRemovedWhenNobodyWantsItAnyMore(Keeper keeper) throws IOException {
        for (int kill = 0; killedAt(keeper.bench(), kill); kill++) {
            Bench bench = keeper.bench();
            String before = bench.picture();
            killedAt(bench, kill);
            bench.restart();

            assertThat(bench.reconciler.accept(new SpecBuilder(9)
                            .add(Items.absent("if-1", Bench.PORT_0, 0x8005, 3))
                            .build()))
                    .isEmpty();
            InterfaceStatus status = Bench.only(bench.pass());

            assertThat(status.getProvenAbsentList()).as("killed at %d", kill).containsExactly(3L);
            assertThat(bench.picture()).as("killed at %d", kill).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasBegunMayNotBeLeftOut(Keeper keeper) throws IOException {
        Bench bench = keeper.bench();
        int commands = 5;
        assertThat(killedAt(bench, commands)).isTrue();
        bench.restart();

        assertThat(bench.reconciler.accept(new SpecBuilder(9).build())).isPresent();
    }

    /** Whether the apply was that long, so that it was killed. */
    private static boolean killedAt(Bench bench, int command) throws IOException {
        CommandRunner real = bench.host.host().commands();
        AtomicInteger left = new AtomicInteger(command);
        Host mortal = new Host(
                new CommandRunner() {
                    @Override
                    public CommandResult run(Command next) {
                        if (left.getAndDecrement() == 0) {
                            throw new Killed();
                        }
                        return real.run(next);
                    }

                    @Override
                    public boolean knows(String program) {
                        return real.knows(program);
                    }
                },
                bench.host.host().sysfs(),
                bench.files,
                bench.host.host().changes(),
                bench.clock);
        HostReconciler reconciler = HostReconciler.open(mortal, bench.state, Bench.QUICK);
        assertThat(reconciler.accept(bench.spec(wanted()))).isEmpty();
        try {
            reconciler.reconcile();
            return false;
        } catch (Killed e) {
            return true;
        }
    }
}
