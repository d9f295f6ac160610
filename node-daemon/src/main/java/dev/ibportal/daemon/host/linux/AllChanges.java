package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostChanges;
import java.util.List;
import java.util.function.Consumer;

/** Several watches as one. */
record AllChanges(List<HostChanges> watches) implements HostChanges {
    AllChanges {
        watches = List.copyOf(watches);
    }

    @Override
    public Subscription subscribe(Consumer<Change> listener) {
        List<Subscription> all =
                watches.stream().map(watch -> watch.subscribe(listener)).toList();
        return () -> all.forEach(Subscription::close);
    }
}
