package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a pass came to for one item.
 *
 * @param cause empty when in sync, absent or held
 * @param changed whether the host is another one after this pass because of this item
 * @param differences what had to be done, or would have had to be: what was wanted and what was found before the pass
 */
public record Outcome(
        Wish wish, InterfaceStatus status, Optional<Cause> cause, boolean changed, List<String> differences) {
    public Outcome {
        differences = List.copyOf(differences);
    }

    Outcome with(List<String> found) {
        return new Outcome(wish, status, cause, changed, found);
    }

    static Outcome of(Wish wish, Finding finding, Optional<Cause> cause, boolean changed) {
        InterfaceState done = wish instanceof Wish.Absent
                ? InterfaceState.INTERFACE_STATE_ABSENT
                : InterfaceState.INTERFACE_STATE_IN_SYNC;
        String notes = String.join("; ", finding.notes());
        InterfaceStatus status = InterfaceStatus.newBuilder()
                .setInterfaceId(wish.interfaceId())
                .setState(cause.map(Cause::state).orElse(done))
                .setCause(cause.map(Cause::code).orElse(""))
                .setMessage(cause.map(Cause::message)
                        .map(message -> notes.isEmpty() ? message : message + "; " + notes)
                        .orElse(notes))
                .addAllLinks(finding.links())
                .setObserved(finding.observed())
                .addAllProvenAbsent(finding.provenAbsent().stream().sorted().toList())
                .setChanged(changed)
                .build();
        return new Outcome(wish, status, cause, changed, List.of());
    }

    static Outcome held(Wish.Held wish, Finding finding) {
        InterfaceStatus status = InterfaceStatus.newBuilder()
                .setInterfaceId(wish.interfaceId())
                .setState(InterfaceState.INTERFACE_STATE_HELD)
                .setMessage(wish.reason())
                .setObserved(finding.observed())
                .build();
        return new Outcome(wish, status, Optional.empty(), false, List.of());
    }

    /** Neither the spec nor our memory says where it would be. */
    static Outcome nothingKnown(Wish.Absent wish) {
        Cause cause = Cause.failed(
                "item.unknown",
                "wanted an interface gone that this node never had, and the spec does not say which: port and PKey are"
                        + " missing");
        return of(wish, new Finding.Builder().build(), Optional.of(cause), false);
    }

    /** The same trouble, after its time to pass by itself is over. */
    public Outcome overdue() {
        if (cause.isEmpty()) {
            return this;
        }
        Cause late = cause.get().overdue();
        return new Outcome(
                wish, status.toBuilder().setState(late.state()).build(), Optional.of(late), changed, differences);
    }
}
