package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_ADDRESS;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_INTERFACE;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PERSISTED;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_ROUTING;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.KeyfileWriter;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An interface that must not exist: neither live nor in a file that would bring it back. */
record Removal(Wish.Absent wish, Wish.Target target, Optional<Applied> memory) {

    /**
     * By itself a removal is never taken back: half of it is nearer to what people want than none. Only as a part of a
     * transaction that fails as a whole it is.
     */
    Plan plan(Sight sight) {
        if (sight.host().netdevs() instanceof Reading.Unreadable<?> unreadable) {
            return new Plan.Refused(Cause.unreadable(unreadable.reason()));
        }
        if (sight.persisted().trouble().isPresent()) {
            return new Plan.Refused(Cause.unreadable(sight.persisted().trouble().get()));
        }
        List<Step> steps = new ArrayList<>();
        Map<String, String> files = files(sight);
        if (sight.keepers().networkManager()) {
            files.entrySet().stream()
                    .filter(file -> Writer.isReadByNetworkManager(file.getKey()))
                    .map(Map.Entry::getValue)
                    .flatMap(content -> Mark.of(content).stream())
                    .map(mark -> KeyfileWriter.uuid(mark.interfaceId()).toString())
                    .distinct()
                    .forEach(uuid -> steps.add(new Step.ForgetProfile(uuid, known(uuid, files, sight))));
        }
        for (NetdevView found : interfaces(sight)) {
            try {
                InterfaceName name = new InterfaceName(found.name());
                if (target.isParent()) {
                    strip(found, name, sight, steps);
                } else {
                    // NetworkManager makes its children itself, as soon as it has their profile again.
                    boolean remade = sight.keepers().networkManager()
                            && files.keySet().stream().anyMatch(Writer::isReadByNetworkManager);
                    steps.add(new Step.DeleteChild(name, remade ? List.of() : again(found, name, sight)));
                }
            } catch (InvalidValueException e) {
                return new Plan.Refused(Cause.failed("interface.name", e.getMessage() + "; delete it by hand"));
            }
        }
        besides(sight, steps);
        files.forEach((path, content) -> steps.add(new Step.DeleteFile(path, content, Writer.modeOf(path))));
        if (files.keySet().stream().anyMatch(Writer::isReadByNetplan)) {
            steps.add(new Step.GenerateNetplan());
        }
        return new Plan.Change(steps);
    }

    private List<Step> again(NetdevView found, InterfaceName name, Sight sight) {
        List<Step> again = new ArrayList<>(Remaking.of(found));
        beside().routes().stream()
                .filter(route -> sight.around().has(route, found.name()))
                .forEach(route -> again.add(new Step.AddRoute(name, route)));
        beside().sysctls().keySet().stream()
                .filter(key -> !Sysctls.isHostWide(key))
                .forEach(key -> sight.around()
                        .sysctl(key)
                        .found()
                        .ifPresent(value -> again.add(new Step.SetSysctl(key, value, value))));
        return again;
    }

    private List<Step> known(String uuid, Map<String, String> files, Sight sight) {
        List<Step> again = new ArrayList<>();
        files.forEach((path, content) -> {
            again.add(new Step.WriteFile(path, content, Writer.modeOf(path), Optional.empty()));
            if (Writer.isReadByNetplan(path)) {
                again.add(new Step.GenerateNetplan());
            }
        });
        for (NetdevView found : interfaces(sight)) {
            files.keySet().stream()
                    .filter(Writer::isReadByNetworkManager)
                    .map(path -> Writer.readByNetworkManager(path, found.name()))
                    .forEach(path -> again.add(new Step.LoadProfile(path, uuid, true)));
            again.add(new Step.ActivateProfile(uuid));
        }
        return again;
    }

    /** The port's own interface stays; what we put on it goes. */
    private void strip(NetdevView found, InterfaceName name, Sight sight, List<Step> steps) {
        beside().routes().stream()
                .filter(route -> sight.around().has(route, found.name()))
                .forEach(route -> steps.add(new Step.RemoveRoute(name, route)));
        remaining(found).forEach(address -> steps.add(new Step.RemoveAddress(name, address)));
        if (beside().dns()) {
            steps.add(new Step.SetNameServers(name, List.of(), List.of()));
            steps.add(new Step.SetSearchDomains(name, List.of(), List.of()));
        }
    }

    /** What does not go with an interface. */
    private void besides(Sight sight, List<Step> steps) {
        rules(sight).forEach(rule -> steps.add(new Step.RemoveRule(rule)));
        beside().sysctls().forEach((key, before) -> {
            boolean goes = !target.isParent() && !Sysctls.isHostWide(key);
            Optional<String> found = sight.around().sysctl(key).found();
            if (!goes
                    && found.isPresent()
                    && !found.get().equals(before)
                    && !sight.wants().othersNeed(key, wish.interfaceId())) {
                steps.add(new Step.SetSysctl(key, before, found.get()));
            }
        });
    }

    private Applied.HostParts beside() {
        return memory.map(Applied::beside).orElse(Applied.HostParts.NONE);
    }

    private List<PolicyRule> rules(Sight sight) {
        return beside().rules().stream().filter(sight.around()::has).toList();
    }

    /** Addresses of ours that the port's own interface still has. */
    private List<InterfaceAddress> remaining(NetdevView parent) {
        Set<InterfaceAddress> ours = new LinkedHashSet<>(wish.addresses());
        memory.ifPresent(applied -> ours.addAll(applied.addresses()));
        return ours.stream()
                .filter(address -> parent.address(address).isPresent())
                .toList();
    }

    List<NetdevView> interfaces(Sight sight) {
        return sight.host().interfaces(target.port(), target.pkey(), target.isParent());
    }

    /** Our files that keep it. */
    Map<String, String> files(Sight sight) {
        return sight.persisted().of(new Mark(wish.interfaceId(), target.port(), target.pkey()));
    }

    Finding check(Sight sight) {
        Finding.Builder finding = new Finding.Builder();
        List<NetdevView> found = interfaces(sight);
        finding.observed(Observed.of(
                found.stream().findFirst(),
                sight.host().port(target.port()),
                target.pkey(),
                sight,
                wish.interfaceId()));
        boolean notLive = target.isParent() ? stripped(sight, found, finding) : live(sight, found, finding);
        boolean notRuled = unruled(sight, finding);
        boolean notKept = persisted(sight, finding);
        if (notLive && notRuled && notKept) {
            wish.ledgerId().ifPresent(finding::proven);
        }
        return finding.build();
    }

    private boolean live(Sight sight, List<NetdevView> children, Finding.Builder finding) {
        String wanted = "no interface for " + target.pkey() + " on port " + target.port();
        boolean childWithoutPort = sight.host().knownNetdevs().stream()
                .anyMatch(netdev -> netdev.isIpoibChild()
                        && (netdev.portGuid().isEmpty() || netdev.pkey().isEmpty()));
        if (!children.isEmpty()) {
            String found = children.stream().map(NetdevView::name).collect(Collectors.joining(", "));
            finding.ownWorkBroken(
                    CHAIN_LINK_INTERFACE,
                    wanted,
                    found,
                    Cause.failed("interface.still-there", "wanted " + wanted + ", found " + found));
            return false;
        }
        if (sight.host().netdevs().found().isEmpty() || childWithoutPort) {
            finding.unknown(CHAIN_LINK_INTERFACE, wanted, "which interfaces there are");
            return false;
        }
        finding.ok(CHAIN_LINK_INTERFACE, wanted, "none");
        return true;
    }

    private boolean stripped(Sight sight, List<NetdevView> parents, Finding.Builder finding) {
        String wanted = "no address of " + target.pkey() + " on port " + target.port();
        boolean known = sight.host().netdevs().found().isPresent()
                && parents.stream().allMatch(parent -> parent.addresses().isPresent());
        if (!known) {
            finding.unknown(CHAIN_LINK_ADDRESS, wanted, "which addresses there are");
            return false;
        }
        List<InterfaceAddress> remaining =
                parents.stream().flatMap(parent -> remaining(parent).stream()).toList();
        if (remaining.isEmpty()) {
            finding.ok(CHAIN_LINK_ADDRESS, wanted, "none");
            return true;
        }
        String found = remaining.stream().map(Object::toString).collect(Collectors.joining(", "));
        finding.ownWorkBroken(
                CHAIN_LINK_ADDRESS,
                wanted,
                found,
                Cause.failed("address.still-there", "wanted " + wanted + ", found " + found));
        return false;
    }

    private boolean unruled(Sight sight, Finding.Builder finding) {
        if (beside().rules().isEmpty()) {
            return true;
        }
        String wanted = "no rule of " + target.pkey() + " on port " + target.port();
        Optional<String> trouble = sight.around().rules().trouble();
        if (trouble.isPresent()) {
            finding.unknown(CHAIN_LINK_ROUTING, wanted, trouble.get());
            return false;
        }
        if (rules(sight).isEmpty()) {
            finding.ok(CHAIN_LINK_ROUTING, wanted, "none");
            return true;
        }
        String found = rules(sight).stream().map(SurroundingsLink::text).collect(Collectors.joining(", "));
        finding.ownWorkBroken(
                CHAIN_LINK_ROUTING,
                wanted,
                found,
                Cause.failed("routing.still-there", "wanted " + wanted + ", found " + found));
        return false;
    }

    private boolean persisted(Sight sight, Finding.Builder finding) {
        String wanted = "no file that would bring it back";
        if (sight.persisted().trouble().isPresent()) {
            finding.unknown(
                    CHAIN_LINK_PERSISTED, wanted, sight.persisted().trouble().get());
            return false;
        }
        Map<String, String> files = files(sight);
        List<String> byHand = memory.map(applied -> ByHand.bringBack(target, applied.name(), sight))
                .orElse(List.of());
        if (files.isEmpty() && !byHand.isEmpty()) {
            String found = String.join(", ", byHand);
            finding.broken(
                    CHAIN_LINK_PERSISTED,
                    wanted,
                    found,
                    Cause.failed(
                            "persist.by-hand",
                            "wanted " + wanted + ", found " + found + ", which somebody made by hand: it is not ours to"
                                    + " change; remove the interface there"));
            return false;
        }
        if (files.isEmpty()) {
            finding.ok(CHAIN_LINK_PERSISTED, wanted, "none");
            return true;
        }
        String found = String.join(", ", files.keySet());
        finding.ownWorkBroken(
                CHAIN_LINK_PERSISTED,
                wanted,
                found,
                Cause.failed("file.still-there", "wanted " + wanted + ", found " + found));
        return false;
    }
}
