package dev.ibportal.portal.platform.live;

import io.smallrye.mutiny.subscription.MultiEmitter;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** One open page. A thousand changes within its pause become one event. */
final class LiveStream {
    private final UUID person;
    private final Watch watch;
    private final Executor later;
    private final MultiEmitter<? super String> emitter;
    private final AtomicBoolean planned = new AtomicBoolean();

    LiveStream(UUID person, Watch watch, Executor later, MultiEmitter<? super String> emitter) {
        this.person = person;
        this.watch = watch;
        this.later = later;
        this.emitter = emitter;
    }

    UUID person() {
        return person;
    }

    Watch watch() {
        return watch;
    }

    void wake() {
        if (planned.compareAndSet(false, true)) {
            later.execute(this::tell);
        }
    }

    private void tell() {
        planned.set(false);
        emitter.emit("changed");
    }

    void end() {
        emitter.complete();
    }
}
