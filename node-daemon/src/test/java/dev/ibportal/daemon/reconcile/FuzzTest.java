package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Broken sysfs trees, broken answers of {@code ip} and broken unit files: a pass never crashes, and never changes anything
 * because of a value that it could not read. A host on which something was falsified by omission only may be left alone
 * or be served as if nothing were wrong; it is never made worse.
 */
class FuzzTest {
    private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 400);
    /** Another first seed is another sweep. */
    private static final int FIRST = Integer.getInteger("fuzz.first", 0);

    private static final List<String> GARBAGE =
            List.of("", "\n", "-1", "0x", "0xfffff", "99999999999999999999", "4:", "\u0000\u0001", "ÿÿ", "{}", "null");

    enum Victim {
        SYSFS,
        NETDEVS,
        FILES,
        ALL
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsChangedOnAHostThatIsAsWanted(Victim victim) throws IOException {
        Map<String, Integer> outcomes = new TreeMap<>();
        long begun = System.nanoTime();
        for (int seed = FIRST; seed < FIRST + ROUNDS; seed++) {
            Bench bench = settled();
            String before = bench.live();
            Spoiler spoiler = new Spoiler(
                    bench, victim, new Random(seed * 31L + victim.name().hashCode()));
            bench.host.clearCommandLog();
            HostReconciler reconciler = HostReconciler.open(spoiler.host(), bench.state, Bench.QUICK);
            spoiler.spoilFiles();
            Map<String, String> spoilt = files(bench);

            NodeStatus status = reconciler.reconcile().orElseThrow();
            boolean readable = spoiler.linksWereReadable();
            NodePlan plan = reconciler.plan(Optional.empty());

            assertThat(status.getInterfacesCount()).as("seed %d", seed).isEqualTo(2);
            assertThat(plan.getRefusal()).isEmpty();
            assertThat(readable || status.getInterfaces(1).getProvenAbsentCount() == 0)
                    .as("seed %d: an absence is proven only by what was read", seed)
                    .isTrue();
            // What was told of the live interface was true or unreadable; so whatever was done left it as it was.
            assertThat(bench.live())
                    .as("seed %d %s: %s", seed, victim, bench.host.changingCommands())
                    .isEqualTo(before);
            Map<String, String> after = files(bench);
            assertThat(after.keySet()).as("seed %d", seed).containsAll(foreign(spoilt));
            foreign(spoilt).forEach(path -> assertThat(after.get(path)).isEqualTo(spoilt.get(path)));
            status.getInterfacesList().forEach(item -> outcomes.merge(outcome(item), 1, Integer::sum));
            everythingHeals(bench);
        }
        report(victim, outcomes, (System.nanoTime() - begun) / 1_000_000);
    }

    private static String outcome(InterfaceStatus item) {
        String state = item.getState().name().replace("INTERFACE_STATE_", "").toLowerCase(Locale.ROOT);
        return item.getCause().isEmpty() ? state : state + " (" + item.getCause() + ")";
    }

    private static void report(Victim victim, Map<String, Integer> outcomes, long millis) throws IOException {
        String file = System.getProperty("fuzz.report", "");
        if (!file.isEmpty()) {
            StringBuilder text = new StringBuilder();
            text.append(
                    "%n%s: %d rounds from seed %d in %d s; nothing crashed, nothing was changed by what could not be read%n"
                            .formatted(victim, ROUNDS, FIRST, millis / 1000));
            outcomes.forEach((outcome, count) -> text.append("%9d  %s%n".formatted(count, outcome)));
            Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static void everythingHeals(Bench bench) throws IOException {
        bench.files.write("/etc/network/interfaces", "source /etc/network/interfaces.d/*\n", FileMode.WORLD_READABLE);
        bench.restart();
        bench.clock.move(Duration.ofMinutes(20));
        bench.pass();
        InterfaceStatus healed = bench.pass().getInterfaces(0);
        assertThat(healed.getState())
                .as(healed.getMessage())
                .isIn(InterfaceState.INTERFACE_STATE_IN_SYNC, InterfaceState.INTERFACE_STATE_FAILED);
    }

    private static Bench settled() throws IOException {
        Bench bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005");
        NodeStatus status = bench.apply(
                Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.0.1/24", "fd00::1/64"),
                Items.absent("if-2", Bench.PORT_1, 0x8006, 5));
        assertThat(status.getInterfaces(0).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        return bench;
    }

    private static Map<String, String> files(Bench bench) {
        Map<String, String> files = new TreeMap<>();
        bench.files.all().forEach((path, entry) -> files.put(path, entry.content()));
        return files;
    }

    private static Set<String> foreign(Map<String, String> files) {
        Set<String> paths = new TreeSet<>(files.keySet());
        paths.removeIf(path -> path.contains("ibportal-"));
        return paths;
    }

    /** Stands between the daemon and its host, and falsifies what is read. */
    private static final class Spoiler {
        private final Bench bench;
        private final Victim victim;
        private final Random random;
        private boolean linksRead;

        Spoiler(Bench bench, Victim victim, Random random) {
            this.bench = bench;
            this.victim = victim;
            this.random = random;
        }

        private boolean hits(Victim what) {
            return (victim == what || victim == Victim.ALL) && random.nextInt(3) > 0;
        }

        /** At least once: a pass looks several times. */
        boolean linksWereReadable() {
            return linksRead;
        }

        void spoilFiles() throws IOException {
            if (hits(Victim.FILES)) {
                List<String> paths = new ArrayList<>(new TreeMap<>(bench.files.all()).keySet());
                String path = paths.get(random.nextInt(paths.size()));
                String text = bench.files.read(path).found().orElse("");
                bench.files.write(path, altered(text), FileMode.WORLD_READABLE);
            }
        }

        Host host() {
            Host real = bench.host.host();
            return new Host(
                    new Answers(real.commands()), new Tree(real.sysfs()), real.files(), real.changes(), real.clock());
        }

        private String altered(String text) {
            int at = text.isEmpty() ? 0 : random.nextInt(text.length());
            return switch (random.nextInt(5)) {
                case 0 -> text.substring(0, at);
                case 1 -> text.substring(0, at) + garbage() + text.substring(at);
                case 2 ->
                    text.substring(0, at)
                            + (char) random.nextInt(128)
                            + text.substring(Math.min(at + 1, text.length()));
                case 3 -> "";
                default -> text.replaceAll("\"(mtu|ifname|flags|local|prefixlen|address|linkinfo|link)\":", "\"x$1\":");
            };
        }

        private String garbage() {
            return GARBAGE.get(random.nextInt(GARBAGE.size()));
        }

        private final class Answers implements CommandRunner {
            private final CommandRunner real;

            Answers(CommandRunner real) {
                this.real = real;
            }

            @Override
            public CommandResult run(Command command) {
                boolean netdevs = command.toString().equals("ip -j -d addr");
                CommandResult result = real.run(command);
                if (netdevs && hits(Victim.NETDEVS)) {
                    // It says that it failed, or what it says is cut or garbled beyond JSON, or lacks the addresses.
                    return switch (random.nextInt(3)) {
                        case 0 -> CommandResult.exited(command, 1, "", garbage());
                        case 1 -> CommandResult.exited(command, 0, broken(result.stdout()), "");
                        default -> {
                            linksRead = true;
                            yield CommandResult.exited(
                                    command, 0, result.stdout().replace("\"addr_info\"", "\"x\""), "");
                        }
                    };
                }
                linksRead |= netdevs;
                return result;
            }

            /** Anything but whole JSON: a kernel tool that prints sound JSON with wrong values cannot be found out. */
            private String broken(String json) {
                // Without its last line feed alone it would still be whole.
                String whole = json.strip();
                return random.nextBoolean()
                        ? whole.substring(0, random.nextInt(whole.length()))
                        : whole + garbage() + "]";
            }

            @Override
            public boolean knows(String program) {
                return real.knows(program);
            }
        }

        private final class Tree implements SysFs {
            private final SysFs real;

            Tree(SysFs real) {
                this.real = real;
            }

            private <T> Reading<T> spoilt(Supplier<Reading<T>> reading, T wrong) {
                if (!hits(Victim.SYSFS) || random.nextInt(12) > 0) {
                    return reading.get();
                }
                return random.nextBoolean() ? Reading.unreadable("spoilt") : Reading.known(wrong);
            }

            @Override
            public Reading<String> read(String path) {
                return spoilt(() -> real.read(path), garbage());
            }

            @Override
            public Reading<List<String>> list(String path) {
                Reading<List<String>> list = real.list(path);
                return hits(Victim.SYSFS) && random.nextInt(12) == 0 ? Reading.unreadable("spoilt") : list;
            }

            @Override
            public Reading<String> resolve(String path) {
                return spoilt(() -> real.resolve(path), garbage());
            }

            @Override
            public boolean exists(String path) {
                return real.exists(path);
            }
        }
    }
}
