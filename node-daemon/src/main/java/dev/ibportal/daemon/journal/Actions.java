package dev.ibportal.daemon.journal;

import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.CommandResult;
import java.time.Duration;
import java.util.Optional;

/** Takes down what is done under one plan. */
public interface Actions {
    /** For work that is nobody's concern: tests, and looks that change nothing. */
    Actions NONE = new Actions() {
        @Override
        public void command(CommandResult result, Duration took) {}

        @Override
        public void file(JournalKind kind, String path, Optional<String> failure) {}

        @Override
        public void note(JournalKind kind, String detail) {}
    };

    void command(CommandResult result, Duration took);

    /** @param failure why the file could not be written or deleted; empty when it was */
    void file(JournalKind kind, String path, Optional<String> failure);

    void note(JournalKind kind, String detail);
}
