package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.Hook.Progress;
import dev.ibportal.portal.rollout.WorkSql.Work;
import dev.ibportal.portal.rollout.core.NodeState.Draining;
import dev.ibportal.portal.rollout.core.NodeState.Returning;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Asks the hook for all nodes that wait for it, several at once. */
@Singleton
class HookRounds {
    private static final int AT_ONCE = 8;

    private final Hooks hooks;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, work -> {
        Thread thread = new Thread(work, "rollout-hook");
        thread.setDaemon(true);
        return thread;
    });

    HookRounds(Hooks hooks) {
        this.hooks = hooks;
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }

    /**
     * What the hook said to nodes in the state in which they were asked.
     *
     * @param drained of nodes that are to be drained for the first time: whether somebody has done so already
     */
    record Answer(Work asked, Progress progress, boolean drained) {}

    record Answers(Map<UUID, Answer> byNode) {
        Answers {
            byNode = Map.copyOf(byNode);
        }
    }

    Answers ask(String name, List<Work> nodes) {
        Hook hook = hooks.named(name);
        Map<UUID, CompletableFuture<Answer>> asked = new HashMap<>();
        for (Work one : nodes) {
            if (one.state() instanceof Draining || one.state() instanceof Returning) {
                asked.put(
                        one.node(),
                        hook == Hooks.NONE
                                ? CompletableFuture.completedFuture(new Answer(one, new Progress.Done(), false))
                                : CompletableFuture.supplyAsync(() -> ask(hook, one), threads));
            }
        }
        Map<UUID, Answer> answers = new HashMap<>();
        asked.forEach((node, answer) -> answers.put(node, answer.join()));
        return new Answers(answers);
    }

    private static Answer ask(Hook hook, Work one) {
        if (one.state() instanceof Returning) {
            // Whoever drained it before us has a reason that we do not know.
            boolean others = Boolean.TRUE.equals(one.wasDrained());
            return new Answer(one, others ? new Progress.Done() : hook.giveBack(one.name()), others);
        }
        if (one.wasDrained() == null) {
            // Kept before anything is drained, so that a portal killed in between does not take its own work for
            // another's.
            return new Answer(one, new Progress.Going(""), hook.isDrained(one.name()));
        }
        return new Answer(one, hook.drain(one.name()), one.wasDrained());
    }
}
