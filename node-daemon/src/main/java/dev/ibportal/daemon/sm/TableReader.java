package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/** Asks ports for their PKey tables with smpquery, a few at a time. */
final class TableReader {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final CommandRunner commands;
    private final Executor threads;
    private final int parallel;

    TableReader(CommandRunner commands, Executor threads, int parallel) {
        this.commands = commands;
        this.threads = threads;
        this.parallel = parallel;
    }

    /** One table for each port; one that did not answer is not known. */
    Map<Guid, PortTable> read(Collection<Guid> ports) {
        Map<Guid, PortTable> tables = new ConcurrentHashMap<>();
        Queue<Guid> left = new ConcurrentLinkedQueue<>(ports);
        CountDownLatch open = new CountDownLatch(ports.size());
        for (int i = 1; i < Math.min(parallel, ports.size()); i++) {
            threads.execute(() -> drain(left, tables, open));
        }
        drain(left, tables, open);
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return tables;
    }

    private void drain(Queue<Guid> left, Map<Guid, PortTable> tables, CountDownLatch open) {
        for (Guid port = left.poll(); port != null; port = left.poll()) {
            try {
                tables.put(port, read(port));
            } finally {
                open.countDown();
            }
        }
    }

    private PortTable read(Guid port) {
        CommandResult result = commands.run(
                Command.of("smpquery", "-G", "pkeys", port.toString()).within(LIMIT));
        PortTable.Builder table = PortTable.newBuilder().setPortGuid(port.toString());
        if (!result.succeeded()) {
            return table.setDetail("port " + port + " did not answer: " + Complaint.of(result))
                    .build();
        }
        Optional<PKeyTable> parsed = PKeyTable.parse(result.stdout());
        if (parsed.isEmpty()) {
            return table.setDetail("the answer of port " + port + " is no PKey table: «"
                            + result.stdout().lines().findFirst().orElse("") + "»")
                    .build();
        }
        return table.setKnown(true)
                .addAllPkeys(parsed.get().entries())
                .setCapacity(parsed.get().capacity())
                .build();
    }
}
