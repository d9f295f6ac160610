package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_ADDRESS;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.NetdevView.AddressView;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** The link "address": every wanted one there with its prefix length, and no tombstone. */
record AddressLink(Wish.Present wish, Sight sight, InterfaceName name) {
    private static final Set<String> OWN_WORK = Set.of("address.mismatch", "address.still-there");

    private HostView host() {
        return sight.host();
    }

    void check(Optional<NetdevView> child, Finding.Builder finding) {
        String wanted = wish.addresses().stream()
                .map(address -> address + " on " + name)
                .collect(Collectors.joining(", "));
        if (host().netdevs().found().isEmpty()
                || child.filter(c -> c.addresses().isEmpty()).isPresent()) {
            finding.unknown(CHAIN_LINK_ADDRESS, wanted, "the addresses of " + name);
            return;
        }
        List<Cause> causes = new ArrayList<>();
        wish.addresses().forEach(address -> trouble(address, child).ifPresent(causes::add));
        wish.tombstones().forEach((address, ledger) -> tombstone(address, ledger, child, causes, finding));
        child.ifPresent(c -> foreign(c, finding));
        String found =
                child.map(AddressLink::list).filter(text -> !text.isEmpty()).orElse("no address");
        if (causes.isEmpty()) {
            finding.ok(CHAIN_LINK_ADDRESS, wanted, found);
        } else if (OWN_WORK.contains(causes.get(0).code())) {
            finding.ownWorkBroken(CHAIN_LINK_ADDRESS, wanted, found, causes.get(0));
        } else {
            finding.broken(CHAIN_LINK_ADDRESS, wanted, found, causes.get(0));
        }
    }

    private Optional<Cause> trouble(InterfaceAddress wanted, Optional<NetdevView> child) {
        Optional<AddressView> there = child.flatMap(c -> c.address(wanted));
        if (there.isEmpty()) {
            String found = child.flatMap(c -> Addresses.otherLength(wanted, c))
                    .map(other -> other + " on " + name)
                    .or(() -> Addresses.elsewhere(wanted, host(), wish))
                    .orElse("no address");
            return Optional.of(Addresses.mismatch(wanted, name.text(), found));
        }
        if (there.get().duplicate()) {
            return Optional.of(Cause.failed(
                    "address.duplicate",
                    "wanted " + wanted + " on " + name + ", but duplicate detection found another host that has it;"
                            + " find that host, or take another address"));
        }
        return there.get().tentative()
                ? Optional.of(Cause.waiting(
                        "address.tentative", "duplicate detection of " + wanted + " on " + name + " is still running"))
                : inTheWay(wanted);
    }

    /** The host got that network after the address: it stays, for people talk through it, until somebody decides. */
    private Optional<Cause> inTheWay(InterfaceAddress there) {
        return new HostWall(wish, sight, name)
                .against(there)
                .map(cause ->
                        cause.adding("it was there first and is left, and one of the two networks is not reached"));
    }

    private void tombstone(
            InterfaceAddress address,
            OptionalLong ledger,
            Optional<NetdevView> child,
            List<Cause> causes,
            Finding.Builder finding) {
        if (child.flatMap(c -> c.address(address)).isPresent()) {
            causes.add(Cause.failed("address.still-there", "wanted " + address + " off " + name + ", found it there"));
        } else {
            ledger.ifPresent(finding::proven);
        }
    }

    private void foreign(NetdevView child, Finding.Builder finding) {
        child.configured().stream()
                .map(AddressView::address)
                .filter(address -> !wish.addresses().contains(address)
                        && !wish.tombstones().containsKey(address))
                .forEach(address -> finding.note(
                        name + " also carries " + address + ", which nobody asked for here and" + " was left alone"));
    }

    private static String list(NetdevView child) {
        return child.configured().stream()
                .map(address -> address.address().toString())
                .collect(Collectors.joining(", "));
    }
}
