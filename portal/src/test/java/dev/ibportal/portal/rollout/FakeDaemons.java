package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.WorkSql.Job;
import dev.ibportal.portal.rollout.WorkSql.Order;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Daemons that install drivers in no time. Like real ones they do a job of one id once, and answer a repeated one with its result. */
@ApplicationScoped
class FakeDaemons implements DriverJobs {
    private static final Job GOOD = new Job("succeeded", "", false, true);

    private final JobReports reports;
    private final Set<UUID> connected = ConcurrentHashMap.newKeySet();
    private final Map<UUID, Job> results = new ConcurrentHashMap<>();
    private final Map<String, Job> bad = new ConcurrentHashMap<>();
    private final List<Order> done = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private volatile Consumer<Order> before = order -> {};

    FakeDaemons(JobReports reports) {
        this.reports = reports;
    }

    void reset(Collection<UUID> nodes) {
        connected.clear();
        connected.addAll(nodes);
        results.clear();
        bad.clear();
        done.clear();
        before = order -> {};
    }

    /** This node answers this step so from now on. */
    void answers(UUID node, String step, Job job) {
        bad.put(node + " " + step, job);
    }

    void isWell(UUID node, String step) {
        bad.remove(node + " " + step);
    }

    /** Looked at before each job is done. */
    void before(Consumer<Order> look) {
        before = look;
    }

    /** Jobs that were really done, each once. */
    List<Order> done() {
        return List.copyOf(done);
    }

    @Override
    public Collection<UUID> connected() {
        return List.copyOf(connected);
    }

    @Override
    public void ask(Order order) {
        threads.execute(() -> {
            before.accept(order);
            Job result = results.computeIfAbsent(order.id(), id -> {
                done.add(order);
                return bad.getOrDefault(order.node() + " " + order.step(), GOOD);
            });
            reports.told(order.node(), order.id(), result);
        });
    }
}
