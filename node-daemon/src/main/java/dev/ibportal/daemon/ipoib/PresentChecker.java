package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_CARRIER;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_DRIVER;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_INTERFACE;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_MODE;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_MTU;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PERSISTED;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PKEY_IN_TABLE;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares one wanted interface with what was read back, link by link. Pure, like the planner. */
final class PresentChecker {
    private final Wish.Present wish;
    private final Sight sight;
    private final Optional<Applied> memory;
    private final Finding.Builder finding = new Finding.Builder();

    private PresentChecker(Wish.Present wish, Sight sight, Optional<Applied> memory) {
        this.wish = wish;
        this.sight = sight;
        this.memory = memory;
    }

    static Finding check(Wish.Present wanted, Sight sight, Optional<Applied> memory) {
        Wish.Present wish = HostWall.allowed(wanted, sight);
        PresentChecker checker = new PresentChecker(wish, sight, memory);
        Footing footing = Footing.of(wish, sight.host());
        Optional<PortView> port = sight.host().port(wish.port());
        checker.driver();
        port.ifPresentOrElse(checker::port, checker::noPort);
        if (footing instanceof Footing.Firm ground) {
            checker.interfaceLink(ground);
            checker.persisted(ground);
            new HostWall(wanted, sight, ground.name()).trouble().ifPresent(checker.finding::because);
        } else if (footing instanceof Footing.Missing missing) {
            checker.finding.because(missing.cause());
            Optional<NetdevView> any = sight.host().interfaces(wish.port(), wish.pkey(), wish.isParent()).stream()
                    .findFirst();
            checker.finding.observed(Observed.of(any, port, wish.pkey(), sight, wish.interfaceId()));
        }
        return checker.finding.build();
    }

    private void driver() {
        var module = sight.host().ipoibModule();
        if (module.trouble().isPresent()) {
            finding.unknown(
                    CHAIN_LINK_DRIVER, HostView.IPOIB_MODULE, module.trouble().orElseThrow());
        } else if (module.isMissing()) {
            finding.broken(CHAIN_LINK_DRIVER, HostView.IPOIB_MODULE, "not loaded", Footing.moduleMissing(sight.host()));
        } else {
            finding.ok(CHAIN_LINK_DRIVER, HostView.IPOIB_MODULE, "loaded");
        }
    }

    private void noPort() {
        String wanted = "port " + wish.port();
        if (sight.host().allPortsKnown()) {
            finding.broken(
                    ChainLink.CHAIN_LINK_PORT, wanted, "not on this node", Cause.failed("port.not-here", wanted));
        } else {
            finding.unknown(ChainLink.CHAIN_LINK_PORT, wanted, wanted);
        }
    }

    private void port(PortView port) {
        PortLink.check(port, finding);
        pkey(port);
    }

    private void pkey(PortView port) {
        String wanted = wish.pkey() + " in the PKey table of " + port;
        if (port.pkeys().isEmpty()) {
            finding.unknown(CHAIN_LINK_PKEY_IN_TABLE, wanted, "the PKey table of " + port);
            return;
        }
        Optional<Integer> entry = port.entry(wish.pkey());
        if (entry.isPresent()) {
            boolean full = entry.get() == wish.pkey().full();
            finding.ok(
                    CHAIN_LINK_PKEY_IN_TABLE,
                    wanted,
                    String.format("0x%04x (%s member)", entry.get(), full ? "full" : "limited"));
            return;
        }
        String found = port.pkeys().orElseThrow().stream()
                .filter(value -> value != 0)
                .map(value -> String.format("0x%04x", value))
                .collect(Collectors.joining(", "));
        finding.broken(
                CHAIN_LINK_PKEY_IN_TABLE,
                wanted,
                found,
                Cause.waiting(
                        "pkey.not-in-table",
                        "PKey " + wish.pkey()
                                + " is not in the port's table: the subnet manager has not made this port a"
                                + " member; wanted " + wanted + ", found "
                                + (found.isEmpty() ? "an empty table" : "only " + found)
                                + "; see the fabric's side"));
    }

    private void interfaceLink(Footing.Firm ground) {
        Optional<NetdevView> child = Children.named(wish, sight.host(), ground.name());
        String wanted =
                wish.isParent() ? ground.name() + " in " + wish.pkey() : ground.name() + " on " + ground.parentName();
        Optional<Cause> trouble = Children.trouble(wish, sight.host(), ground.name(), memory);
        finding.observed(Observed.of(child, Optional.of(ground.port()), wish.pkey(), sight, wish.interfaceId()));
        if (trouble.isPresent()) {
            finding.broken(CHAIN_LINK_INTERFACE, wanted, trouble.get().code(), trouble.get());
        } else if (child.isEmpty()) {
            finding.ownWorkBroken(
                    CHAIN_LINK_INTERFACE,
                    wanted,
                    "no such interface",
                    Cause.failed("interface.missing", "wanted " + wanted + ", found no such interface"));
        } else if (!child.get().up().orElse(true)) {
            finding.ownWorkBroken(
                    CHAIN_LINK_INTERFACE,
                    wanted,
                    "down",
                    Cause.failed("interface.down", "wanted " + ground.name() + " up, found it down"));
        } else if (!ground.parent().up().orElse(true)) {
            finding.ownWorkBroken(
                    CHAIN_LINK_INTERFACE,
                    wanted,
                    ground.parentName() + " is down",
                    Cause.failed(
                            "interface.parent-down",
                            "wanted " + ground.parentName() + " up, because a child is dead below a parent that is"
                                    + " down, found it down"));
        } else {
            finding.ok(CHAIN_LINK_INTERFACE, wanted, child.get().name());
        }
        child.ifPresentOrElse(found -> below(ground, found), () -> belowMissing(wanted));
        new AddressLink(wish, sight, ground.name()).check(child, finding);
        new SurroundingsLink(wish, sight, memory, ground.name()).check(finding);
    }

    private void belowMissing(String wanted) {
        Cause missing = Cause.failed("interface.missing", "wanted " + wanted + ", found no such interface");
        finding.broken(CHAIN_LINK_CARRIER, "carrier", "no interface", missing)
                .broken(CHAIN_LINK_MODE, wish.mode().text(), "no interface", missing)
                .broken(CHAIN_LINK_MTU, wantedMtu(), "no interface", missing);
    }

    private String wantedMtu() {
        return wish.mtu().map(Object::toString).orElse("the largest");
    }

    private void below(Footing.Firm ground, NetdevView child) {
        carrier(ground, child);
        mode(ground.name(), child);
        mtu(ground.name(), child);
    }

    private void carrier(Footing.Firm ground, NetdevView child) {
        if (child.carrier().isEmpty()) {
            finding.unknown(CHAIN_LINK_CARRIER, "carrier", "the carrier of " + child.name());
        } else if (child.carrier().get()) {
            finding.ok(CHAIN_LINK_CARRIER, "carrier", "carrier");
        } else {
            finding.broken(
                    CHAIN_LINK_CARRIER,
                    "carrier",
                    "no carrier",
                    Cause.waiting(
                            "carrier.no-broadcast-group",
                            "joining the broadcast group failed: wanted carrier on " + ground.name()
                                    + ", found none although " + wish.pkey() + " is in the port's table;"
                                    + " see that the partition has the ipoib flag and that its rate and MTU suit the"
                                    + " port"));
        }
    }

    private void mode(InterfaceName name, NetdevView child) {
        String wanted = wish.mode().text();
        if (child.mode().isEmpty()) {
            finding.unknown(CHAIN_LINK_MODE, wanted, "the mode of " + name);
            return;
        }
        String found = child.mode().get().text();
        if (child.mode().get() == wish.mode()) {
            finding.ok(CHAIN_LINK_MODE, wanted, found);
        } else {
            finding.ownWorkBroken(
                    CHAIN_LINK_MODE,
                    wanted,
                    found,
                    Cause.failed("mode.refused", "wanted " + wanted + " mode on " + name + ", found " + found));
        }
    }

    private void mtu(InterfaceName name, NetdevView child) {
        String wanted = wantedMtu();
        if (child.mtu().isEmpty()) {
            finding.unknown(CHAIN_LINK_MTU, wanted, "the MTU of " + name);
            return;
        }
        int found = child.mtu().get();
        int asked = wish.mtu().map(mtu -> mtu.bytes()).orElse(found);
        if (found == asked) {
            finding.ok(CHAIN_LINK_MTU, wanted, Integer.toString(found));
        } else if (found < asked && isGroupLimit(found) && child.carrier().orElse(false)) {
            finding.broken(
                    CHAIN_LINK_MTU,
                    wanted,
                    Integer.toString(found),
                    Cause.failed(
                            "mtu.capped",
                            "wanted MTU " + asked + " on " + name + ", found " + found + ": in datagram mode the"
                                    + " broadcast group of " + wish.pkey() + " caps it; ask for at most " + found
                                    + " or raise the partition's InfiniBand MTU"));
        } else {
            finding.ownWorkBroken(
                    CHAIN_LINK_MTU,
                    wanted,
                    Integer.toString(found),
                    Cause.failed("mtu.mismatch", "wanted MTU " + asked + " on " + name + ", found " + found));
        }
    }

    /** A group caps at its InfiniBand MTU less 4; any other smaller value came about in another way. */
    private boolean isGroupLimit(int mtu) {
        return wish.mode() == IpoibMode.DATAGRAM
                && Arrays.stream(IbMtu.values())
                        .anyMatch(group ->
                                IpMtu.largest(IpoibMode.DATAGRAM, group).bytes() == mtu);
    }

    private void persisted(Footing.Firm ground) {
        String wanted = "a file that brings it back after a reboot";
        Optional<Cause> trouble = PresentPlanner.Backends.trouble(sight, ground);
        if (trouble.filter(cause -> cause.kind() == Cause.Kind.UNKNOWN).isPresent()) {
            finding.unknown(CHAIN_LINK_PERSISTED, wanted, trouble.get().message());
        } else if (trouble.isPresent()) {
            // Nothing else matters then: the next reboot would undo it all.
            finding.broken(CHAIN_LINK_PERSISTED, wanted, "no supported back-end", trouble.get())
                    .because(trouble.get());
        } else if (ByHand.keeper(wish, ground, sight).isPresent()) {
            finding.ok(
                    CHAIN_LINK_PERSISTED,
                    wanted,
                    ByHand.keeper(wish, ground, sight).orElseThrow() + ", made by hand");
        } else if (Profiles.isKept(wish, ground, sight)) {
            finding.ok(CHAIN_LINK_PERSISTED, wanted, String.join(", ", Profiles.files(wish, sight)));
        } else {
            String found = Profiles.shortcomings(wish, ground, sight);
            finding.ownWorkBroken(
                    CHAIN_LINK_PERSISTED,
                    wanted,
                    found,
                    Cause.failed(
                            "persist.missing",
                            "wanted " + ground.name() + " kept by " + keeper(ground) + ", found " + found));
        }
    }

    private String keeper(Footing.Firm ground) {
        return sight.backend(ground) instanceof Backend.Supported supported
                ? supported.kind().text()
                : "this host";
    }
}
