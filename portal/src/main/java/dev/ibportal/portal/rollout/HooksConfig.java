package dev.ibportal.portal.rollout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What moves work away from nodes before their drivers are changed, by name. */
@ConfigMapping(prefix = "ibportal.rollout.hook")
interface HooksConfig {
    @WithParentName
    Map<String, One> hooks();

    /** Which of the settings count depends on the kind. */
    interface One {
        /** {@code command} or {@code slurm}. */
        @WithDefault("command")
        String kind();

        /**
         * A program with its arguments, where {@code {node}} stands for the node's name; no shell. Ends with 0 when the work is
         * away, with 75 when it is going away, and with anything else when it cannot.
         */
        Optional<List<String>> drain();

        /** Ends with 0 when the node may work again, with 75 when not yet. */
        Optional<List<String>> giveBack();

        /** Ends with 0 when the node is drained already; then it stays so. */
        Optional<List<String>> isDrained();

        @WithDefault("scontrol")
        String scontrol();

        @WithDefault("squeue")
        String squeue();

        @WithDefault("30S")
        Duration timeLimit();
    }
}
