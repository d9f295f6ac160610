package dev.ibportal.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Starts the portal on an embedded PostgreSQL and a simulated fabric of 8 nodes, does the main job once for each of two
 * tenants, and leaves the rest to the visitor. Started again it goes on with its data.
 */
public final class Demo {
    private static final Duration OLD_ONE_ENDS = Duration.ofSeconds(15);
    private static final Duration PORTAL_STARTS = Duration.ofMinutes(2);
    private static final Duration NODES_JOIN = Duration.ofSeconds(60);

    private final Layout layout;
    private final Ports ports;
    private final Progress progress;
    private final Children children;
    private final URI portal;
    private final String password;

    private Demo(Layout layout, Ports ports, Progress progress, Children children) {
        this.layout = layout;
        this.ports = ports;
        this.progress = progress;
        this.children = children;
        this.portal = URI.create("http://127.0.0.1:" + ports.web());
        this.password = Password.load(layout);
    }

    public static void main(String[] args) throws IOException {
        Progress progress = Progress.sinceProcessStart(System.out);
        Layout layout = Layout.configured();
        Children children = new Children(layout, progress);
        Runtime.getRuntime().addShutdownHook(new Thread(children::stop, "demo-stop"));
        try {
            Ports ports = Ports.configured();
            layout.makeDirectory();
            boolean again = Files.exists(layout.lock());
            FileChannel lock = DirectoryLock.take(layout);
            try {
                awaitPorts(ports, again ? OLD_ONE_ENDS : Duration.ZERO);
                new Demo(layout, ports, progress, children).run();
            } finally {
                lock.close();
            }
        } catch (DemoException | Rest.Failure e) {
            if (!children.isStopping()) {
                progress.text("\n" + e.getMessage());
                System.exit(1);
            }
        }
    }

    /** After a kill the processes of the demo before need a moment to see that they are alone. */
    private static void awaitPorts(Ports ports, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        Waiting.until(patience.plusSeconds(1), () -> {
            List<String> taken = ports.taken();
            if (!taken.isEmpty() && System.nanoTime() >= end) {
                throw new DemoException(String.join("\n", taken));
            }
            return taken.stream().findFirst();
        });
    }

    private void run() throws IOException {
        boolean first = !Files.exists(layout.completed());
        progress.step(first ? "starting the portal" : "starting the portal with its data in " + layout.directory());
        Child web = children.start(Programs.portal(layout, ports, List.of()));
        Waiting.ready(web, ports, PORTAL_STARTS);
        if (first) {
            setUp();
        } else {
            comeBack();
        }
        progress.step("ready");
        progress.text(Welcome.text(ports, password, layout));
        // The build before has left a heap that nobody needs while the demo runs.
        System.gc();
        Child ended = children.firstEnd().join();
        children.graceForCtrlC();
        ended.requireAlive();
    }

    private void setUp() throws IOException {
        progress.step("setting up tenants, nodes, fabric and people");
        Rest operator = Password.operator(portal, layout, password);
        Scenery scenery = new Scenery(operator, password);
        scenery.build();
        scenery.invite(layout);
        startSimulation();
        awaitNodes(operator, Instant.EPOCH);
        Scenery.forgetInvitations(layout);
        for (Cast.Tenant tenant : Cast.TENANTS) {
            mainJob(tenant);
        }
        Files.writeString(layout.completed(), Instant.now() + "\n");
    }

    private void startSimulation() {
        progress.step("starting " + Cast.NODES.size() + " simulated nodes on " + Cast.SWITCHES + " switches");
        children.start(Programs.simulation(layout, ports, Cast.SWITCHES));
    }

    private void mainJob(Cast.Tenant tenant) {
        MainJob job = new MainJob(Rest.logInAgain(portal, tenant.admin(), password, "demo"));
        Cast.Partition wanted = tenant.partition();
        JsonNode partition = job.partition(Cast.FABRIC, wanted.name(), wanted.prefix());
        progress.step("tenant " + tenant.name() + ": partition " + wanted.name() + " "
                + partition.path("pkey").asText() + ", adding members");
        job.members(partition, wanted.full(), "full");
        job.members(partition, wanted.limited(), "limited");
        job.awaitInSync(partition);
        progress.step("tenant " + tenant.name() + ": all members in sync");
    }

    /** What the visitor has made of it since is theirs: nothing is set up again, and nothing of theirs is a fault. */
    private void comeBack() {
        Instant start = Instant.now();
        startSimulation();
        try {
            awaitNodes(Rest.logInAgain(portal, Password.OPERATOR, password, "demo"), start);
        } catch (Rest.Failure e) {
            progress.step("the password of " + Password.OPERATOR + " was changed; not looking at the nodes");
        }
    }

    private void awaitNodes(Rest operator, Instant since) {
        Waiting.until(NODES_JOIN, () -> {
            children.requireAlive();
            List<String> away = operator.list("/api/v1/nodes").stream()
                    .filter(node -> !isOnline(node, since))
                    .map(node -> node.path("name").asText())
                    .filter(Cast::isSimulated)
                    .toList();
            return away.isEmpty()
                    ? Optional.empty()
                    : Optional.of("nodes not online with their ports: " + String.join(", ", away));
        });
        progress.step("all nodes online");
    }

    private static boolean isOnline(JsonNode node, Instant since) {
        JsonNode seen = node.path("lastSeenAt");
        return node.path("state").asText().equals("online")
                && node.path("ports").asInt() > 0
                && seen.isTextual()
                && Instant.parse(seen.asText()).isAfter(since);
    }
}
