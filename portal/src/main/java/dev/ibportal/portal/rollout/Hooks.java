package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The hooks that the portal's configuration names. Never from a form: what they run, they run as the portal. */
@Singleton
class Hooks {
    /** For nodes that nobody schedules work on. */
    static final Hook NONE = new Hook() {
        @Override
        public Progress drain(String node) {
            return new Progress.Done();
        }

        @Override
        public Progress giveBack(String node) {
            return new Progress.Done();
        }
    };

    private final Map<String, Hook> byName = new TreeMap<>();

    Hooks(HooksConfig config) {
        config.hooks().forEach((name, one) -> byName.put(name, hook(name, one)));
    }

    private static Hook hook(String name, HooksConfig.One config) {
        Programs programs = new Programs(config.timeLimit());
        return switch (config.kind()) {
            case "command" ->
                new CommandHook(
                        programs,
                        required(name, "drain", config.drain()),
                        required(name, "give-back", config.giveBack()),
                        config.isDrained().map(List::copyOf));
            case "slurm" -> new SlurmHook(programs, config.scontrol(), config.squeue());
            default ->
                throw new IllegalStateException("ibportal.rollout.hook." + name + ".kind is \"" + config.kind()
                        + "\"; there are command and slurm");
        };
    }

    private static List<String> required(String name, String what, Optional<List<String>> argv) {
        return argv.filter(words -> !words.isEmpty())
                .orElseThrow(() -> new IllegalStateException(
                        "ibportal.rollout.hook." + name + "." + what + " is missing: a program with its arguments"));
    }

    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** A name that was configured when the rollout was planned and is no more fails its nodes rather than to skip their work. */
    Hook named(String name) {
        if (name.isEmpty()) {
            return NONE;
        }
        return Optional.ofNullable(byName.get(name)).orElseGet(() -> new Missing(name));
    }

    void require(String name) {
        if (!name.isEmpty() && !byName.containsKey(name)) {
            throw new Invalid(
                    "hook",
                    "no hook \"" + name + "\" is configured; "
                            + (byName.isEmpty() ? "none is" : "there are " + String.join(", ", byName.keySet())));
        }
    }

    private record Missing(String name) implements Hook {
        @Override
        public Progress drain(String node) {
            return new Progress.Failed("hook \"" + name + "\" is not configured any more on this portal");
        }

        @Override
        public Progress giveBack(String node) {
            return drain(node);
        }
    }
}
