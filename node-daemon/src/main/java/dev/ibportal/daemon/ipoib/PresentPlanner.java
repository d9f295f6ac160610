package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.NetdevView.AddressView;
import dev.ibportal.daemon.ipoib.persist.KeptFile;
import dev.ibportal.daemon.ipoib.persist.NmProfile;
import dev.ibportal.daemon.ipoib.persist.PersistedView;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The difference between one wanted interface and what was seen. A pure function: it looks at nothing by itself. */
final class PresentPlanner {
    private final Wish.Present wish;
    private final Sight sight;
    private final Optional<Applied> memory;
    private final Footing.Firm ground;
    private final List<Step> steps = new ArrayList<>();

    private PresentPlanner(Wish.Present wish, Sight sight, Optional<Applied> memory, Footing.Firm ground) {
        this.wish = wish;
        this.sight = sight;
        this.memory = memory;
        this.ground = ground;
    }

    static Plan plan(Wish.Present wish, Sight sight, Optional<Applied> memory) {
        Footing footing = Footing.of(wish, sight.host());
        if (footing instanceof Footing.Missing missing) {
            return new Plan.Refused(missing.cause());
        }
        Footing.Firm ground = (Footing.Firm) footing;
        HostWall wall = new HostWall(wish, sight, ground.name());
        Optional<Cause> inTheWay = wall.trouble();
        Wish.Present allowed = wall.allowed();
        if (inTheWay.isEmpty()) {
            return plan(new PresentPlanner(wish, sight, memory, ground));
        }
        // What has been there comes right without it; anything new is not begun with a part of it missing.
        boolean goesOn = wall.stands(memory) || Profiles.isKept(allowed, ground, sight);
        Plan rest =
                goesOn ? plan(new PresentPlanner(allowed, sight, memory, ground)) : new Plan.Refused(inTheWay.get());
        boolean acts = rest instanceof Plan.Change change && !change.steps().isEmpty();
        if (acts) {
            return rest;
        }
        return wall.out().isEmpty() ? new Plan.Refused(inTheWay.get()) : new Plan.Change(wall.out());
    }

    private static Plan plan(PresentPlanner planner) {
        return planner.refusal().<Plan>map(Plan.Refused::new).orElseGet(planner::change);
    }

    private Optional<Cause> refusal() {
        return backendTrouble()
                .or(this::modeImpossible)
                .or(() -> Children.trouble(wish, sight.host(), ground.name(), memory))
                .or(this::unknownState)
                .or(this::addressElsewhere)
                .or(this::networkOfTheHost)
                .or(() -> around().refusal());
    }

    private Optional<Cause> backendTrouble() {
        if (Backends.trouble(sight, ground).isEmpty()
                && ByHand.keeper(wish, ground, sight).isPresent()) {
            return Optional.empty();
        }
        return Backends.trouble(sight, ground)
                .or(() -> sight.writer(ground)
                        .flatMap(writer -> writer.obstacle(Profiles.of(wish, ground), sight.persisted()))
                        .map(obstacle -> Cause.failed("persist.obstacle", obstacle)));
    }

    private Optional<Cause> modeImpossible() {
        boolean impossible = wish.mode() == IpoibMode.CONNECTED
                && ground.parent()
                        .hardware()
                        .filter(address -> !address.connectedPossible())
                        .isPresent();
        return impossible
                ? Optional.of(Cause.failed(
                        "mode.refused",
                        "wanted connected mode on " + ground.name() + ", but "
                                + ground.parent().name()
                                + " cannot do it (enhanced IPoIB has datagram mode only); plan datagram mode"))
                : Optional.empty();
    }

    /** What is not known about an existing interface must not be guessed. */
    private Optional<Cause> unknownState() {
        Optional<String> unknown = ground.parent().up().isEmpty()
                ? Optional.of("whether " + ground.parent().name() + " is up")
                : kept().filter(child -> child.addresses().isEmpty()
                                || child.mode().isEmpty()
                                || child.mtu().isEmpty()
                                || child.up().isEmpty())
                        .map(child -> "mode, MTU, state or addresses of " + child.name());
        return unknown.map(Cause::unreadable);
    }

    /** The same IP twice on one host never works, and somebody else's is not ours to take. */
    private Optional<Cause> addressElsewhere() {
        Set<InterfaceAddress> ours = memory.map(Applied::addresses).orElse(Set.of());
        for (InterfaceAddress wanted : wish.addresses()) {
            Optional<String> found = Addresses.elsewhere(wanted, sight.host(), wish)
                    .or(() -> kept().flatMap(child -> Addresses.otherLength(wanted, child))
                            .filter(other ->
                                    !ours.contains(other) && !wish.tombstones().containsKey(other))
                            .map(InterfaceAddress::toString));
            if (found.isPresent()) {
                return Optional.of(Addresses.mismatch(wanted, ground.name().text(), found.get()));
            }
        }
        return Optional.empty();
    }

    /** A network that the host has beside what the portal gave it would go to the partition, in part or whole. */
    private Optional<Cause> networkOfTheHost() {
        HostWall wall = new HostWall(wish, sight, ground.name());
        List<InterfaceAddress> toCome = wish.addresses().stream()
                .filter(wanted -> kept().flatMap(child -> child.address(wanted)).isEmpty())
                .toList();
        return toCome.stream()
                .flatMap(wanted -> wall.against(wanted).stream())
                .findFirst()
                .or(() -> toCome.isEmpty() ? Optional.empty() : wall.unreadable());
    }

    private SurroundingsPlanner around() {
        return new SurroundingsPlanner(wish, sight, memory, ground.name(), kept().isEmpty());
    }

    private Optional<NetdevView> kept() {
        return Children.named(wish, sight.host(), ground.name());
    }

    private Plan change() {
        Children.misnamed(wish, sight.host(), ground.name())
                .ifPresent(old -> steps.add(new Step.DeleteChild(new InterfaceName(old.name()), again(old))));
        persist();
        kept().ifPresentOrElse(this::adjust, this::create);
        steps.addAll(around().steps());
        return new Plan.Change(steps);
    }

    /** The child under its old name, with the settings that go with it. */
    private List<Step> again(NetdevView old) {
        List<Step> again = new ArrayList<>(Remaking.of(old));
        if (!again.isEmpty() && old.up().orElse(false)) {
            again.addAll(around().again(new InterfaceName(old.name())));
        }
        return again;
    }

    private void persist() {
        if (ByHand.keeper(wish, ground, sight).isPresent()) {
            return;
        }
        PersistedView view = sight.persisted();
        Writer writer = sight.writer(ground).orElseThrow();
        List<KeptFile> wanted = writer.files(Profiles.of(wish, ground), view);
        Map<String, String> surplus = view.surplus(Profiles.mark(wish), wanted);
        surplus.forEach((other, text) -> steps.add(new Step.DeleteFile(other, text, Writer.modeOf(other))));
        boolean unread = kept().isEmpty();
        boolean known = false;
        for (KeptFile file : wanted) {
            Optional<String> before = Optional.ofNullable(view.ours().get(file.path()));
            known |= before.isPresent();
            if (!before.equals(Optional.of(file.content())) || view.odd().containsKey(file.path())) {
                steps.add(new Step.WriteFile(file.path(), file.content(), file.mode(), before));
                unread = true;
            }
        }
        Optional<NmProfile> profile = writer.nmProfile(Profiles.of(wish, ground));
        if (surplus.keySet().stream().anyMatch(Writer::isReadByNetplan)
                || (unread && profile.filter(NmProfile::generated).isPresent())) {
            steps.add(new Step.GenerateNetplan());
        }
        // Also where the file is right and the child is missing: a life that ended in between never had it read.
        if (profile.isPresent() && unread) {
            steps.add(new Step.LoadProfile(profile.get().path(), profile.get().uuid(), known));
        }
    }

    private void create() {
        Optional<NmProfile> profile =
                sight.writer(ground).flatMap(writer -> writer.nmProfile(Profiles.of(wish, ground)));
        if (profile.isPresent()) {
            steps.add(new Step.ActivateProfile(profile.get().uuid()));
            return;
        }
        steps.add(new Step.CreateChild(ground.parentName(), ground.name(), wish.pkey(), wish.mode()));
        wish.mtu().ifPresent(mtu -> steps.add(new Step.SetMtu(ground.name(), mtu.bytes(), Optional.empty())));
        wish.addresses().forEach(address -> steps.add(new Step.AddAddress(ground.name(), address)));
        steps.add(new Step.LinkUp(ground.name()));
    }

    private void adjust(NetdevView child) {
        boolean modeChanges = !child.mode().equals(Optional.of(wish.mode()));
        if (modeChanges) {
            steps.add(new Step.SetMode(ground.name(), wish.mode(), child.mode().orElseThrow(), child.mtu()));
        }
        mtu(child, modeChanges);
        addresses(child);
        if (!child.up().orElse(true)) {
            steps.add(new Step.LinkUp(ground.name()));
        }
    }

    private void mtu(NetdevView child, boolean modeChanges) {
        Optional<Integer> found = child.mtu();
        Optional<Integer> asked = wish.mtu().map(IpMtu::bytes);
        boolean sameWish = memory.filter(m -> m.askedMtu().equals(asked)).isPresent();
        boolean capped = sameWish && memory.flatMap(Applied::seenMtu).equals(found);
        if (asked.isPresent()) {
            if (modeChanges || (!found.equals(asked) && !capped)) {
                steps.add(new Step.SetMtu(ground.name(), asked.get(), found));
            }
            return;
        }
        boolean lowered = memory.flatMap(Applied::seenMtu)
                .filter(seen -> seen > found.orElse(0))
                .isPresent();
        boolean wasAsked = memory.isPresent() && !sameWish;
        // A change of mode already gives the largest.
        if (!modeChanges && (lowered || wasAsked)) {
            steps.add(new Step.RaiseMtu(ground.name(), wish.mode(), found));
        }
    }

    private void addresses(NetdevView child) {
        Set<InterfaceAddress> ours = memory.map(Applied::addresses).orElse(Set.of());
        for (AddressView present : child.configured()) {
            InterfaceAddress address = present.address();
            boolean wanted = wish.addresses().contains(address);
            if (!wanted && (ours.contains(address) || wish.tombstones().containsKey(address))) {
                steps.add(new Step.RemoveAddress(ground.name(), address));
            }
        }
        wish.addresses().stream()
                .filter(address -> child.address(address).isEmpty())
                .forEach(address -> steps.add(new Step.AddAddress(ground.name(), address)));
    }

    /** What may be said of the keeper of the configuration before an interface is even looked at. */
    static final class Backends {
        private Backends() {}

        /** For the host as a whole. */
        static Optional<Cause> trouble(Sight sight) {
            return trouble(sight.backend(), sight);
        }

        /** For one interface, which may have a keeper of its own. */
        static Optional<Cause> trouble(Sight sight, Footing.Firm ground) {
            return trouble(sight.backend(ground), sight);
        }

        private static Optional<Cause> trouble(Backend backend, Sight sight) {
            if (backend instanceof Backend.Unsupported unsupported) {
                return Optional.of(Cause.failed("backend.unsupported", unsupported.reason()));
            }
            if (backend instanceof Backend.Unknown unknown) {
                return Optional.of(Cause.unreadable(unknown.reason()));
            }
            return sight.persisted().trouble().map(Cause::unreadable);
        }
    }
}
