package dev.ibportal.daemon.reconcile;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.IpoibPass;
import dev.ibportal.daemon.ipoib.Outcome;
import dev.ibportal.daemon.ipoib.Resting;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.daemon.ipoib.Wish;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.daemon.ipoib.persist.PersistedView;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.daemon.journal.ActionJournal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The daemon's end on a host: what it made stays and belongs to the host's people, or it goes, as asked. */
public final class Leave {
    /** Instead of our mark, so that nobody takes the file for ours any more. */
    static final String LEFT = "# left by ibnoded: yours to keep or change\n";

    private final Host host;
    private final HostFiles state;
    private final Journal journal;

    private Leave(Host host, HostFiles state, Journal journal) {
        this.host = host;
        this.state = state;
        this.journal = journal;
    }

    /**
     * @param complete whether all was done; else nothing was forgotten and it can be tried again
     * @param lines what became of each thing, for people
     */
    public record Left(boolean complete, List<String> lines) {
        public Left {
            lines = List.copyOf(lines);
        }
    }

    /** @throws IOException when memory cannot be read: then nobody knows what is ours */
    public static Leave open(Host host, HostFiles state) throws IOException {
        return new Leave(host, state, Journal.open(state));
    }

    /** Takes away all that we made, and reads back that it is gone. */
    public Left remove(Settling settling) throws IOException {
        List<Wish> wishes = new ArrayList<>();
        Map<String, Applied> ours = new TreeMap<>(journal.all());
        journal.cutOff().ifPresent(cutOff -> ours.putAll(cutOff.claims()));
        List<String> lines = new ArrayList<>();
        Set<String> kept = madeByHand(ours.values());
        ours.values().stream()
                .filter(applied -> kept.contains(applied.interfaceId()))
                .forEach(applied ->
                        lines.add(applied.name() + ": stays as it is, it was taken over from somebody who keeps it"));
        ours.values().stream()
                .filter(applied -> !applied.absent() && !kept.contains(applied.interfaceId()))
                .forEach(applied -> wishes.add(absent(applied.interfaceId(), applied.target(), applied)));
        forgotten().forEach((id, target) -> wishes.add(new Wish.Absent(id, OptionalLong.empty(), Optional.of(target))));
        ActionJournal actions = ActionJournal.open(state, host.clock());
        IpoibPass pass = new IpoibPass(host, settling, new Resting(host.clock()), WayOut.NONE, actions::under);
        List<Outcome> outcomes = pass.run(
                        wishes, journal, new IpoibPass.Terms("leave", Optional.empty(), false, Map.of()))
                .outcomes();
        for (Outcome outcome : outcomes) {
            String id = outcome.wish().interfaceId();
            String name = Optional.ofNullable(ours.get(id)).map(Applied::name).orElse("");
            lines.add((name.isEmpty() ? id : name) + ": "
                    + outcome.cause()
                            .map(cause -> "not removed: " + cause.message())
                            .orElse("removed"));
        }
        boolean complete = outcomes.stream().allMatch(outcome -> outcome.cause().isEmpty());
        if (complete) {
            forget();
        }
        return new Left(complete, lines);
    }

    /** Found here and never kept by a file of ours: that is whose file it is. */
    private Set<String> madeByHand(Collection<Applied> all) {
        List<Mark> marks = view().ours().values().stream()
                .flatMap(content -> Mark.of(content).stream())
                .toList();
        return all.stream()
                .filter(applied -> !applied.absent() && !applied.created())
                .filter(applied -> marks.stream()
                        .noneMatch(mark -> mark.port().equals(applied.target().port())
                                && mark.pkey().equals(applied.target().pkey())))
                .map(Applied::interfaceId)
                .collect(Collectors.toSet());
    }

    private static Wish absent(String id, Wish.Target target, Applied applied) {
        return new Wish.Absent(id, OptionalLong.empty(), Optional.of(target), List.copyOf(applied.addresses()));
    }

    /** Interfaces that only our files still speak of. */
    private Map<String, Wish.Target> forgotten() {
        Map<String, Wish.Target> targets = new TreeMap<>();
        Set<Wish.Target> known = journal.all().values().stream()
                .filter(applied -> !applied.absent())
                .map(Applied::target)
                .collect(Collectors.toSet());
        view().ours().values().stream()
                .flatMap(content -> Mark.of(content).stream())
                .forEach(mark -> {
                    boolean remembered = known.stream()
                            .anyMatch(target -> target.port().equals(mark.port())
                                    && target.pkey().equals(mark.pkey()));
                    if (!remembered) {
                        // Only the port's own interface is ever in the default partition.
                        InterfaceKind kind = mark.pkey().isDefault() ? InterfaceKind.PARENT : InterfaceKind.CHILD;
                        targets.put(mark.interfaceId(), new Wish.Target(mark.port(), mark.pkey(), kind));
                    }
                });
        return targets;
    }

    private PersistedView view() {
        return Writer.observeAll(host.files());
    }

    /** Leaves a working, persisted configuration behind; only our mark goes from its files. */
    public Left keep() throws IOException {
        PersistedView view = view();
        if (view.trouble().isPresent()) {
            return new Left(
                    false, List.of("nothing was changed: " + view.trouble().get()));
        }
        Map<String, String> handedOver = new LinkedHashMap<>();
        for (Map.Entry<String, String> file : new TreeMap<>(view.ours()).entrySet()) {
            String rest = file.getValue().substring(file.getValue().indexOf('\n') + 1);
            if (rest.contains("ibnoded")) {
                return new Left(
                        false,
                        List.of("nothing was changed: " + file.getKey()
                                + " calls ibnoded itself, so interfaces that it keeps"
                                + " would be gone after the next reboot; choose --remove, or leave ibnoded installed"));
            }
            if (host.files().isLink(file.getKey())) {
                return new Left(
                        false,
                        List.of("nothing was changed: " + file.getKey()
                                + " is a symbolic link to a file that is somebody else's; remove the link"));
            }
            handedOver.put(file.getKey(), LEFT + rest);
        }
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> file : handedOver.entrySet()) {
            host.files().write(file.getKey(), file.getValue(), Writer.modeOf(file.getKey()));
            lines.add(file.getKey() + ": left, it is yours now");
        }
        forget();
        return new Left(true, lines);
    }

    private void forget() throws IOException {
        for (String file :
                List.of(SpecStore.FILE, Journal.INTENDED, Journal.APPLIED, Journal.KEPT, Hold.FILE, DriftMemory.FILE)) {
            state.delete(file);
        }
    }
}
