package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.SurroundingsObserver.Part;
import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a pass is about: what is wanted, and what was applied before. */
record Wants(List<Wish> wishes, Map<String, Applied> memory) {
    Wants {
        wishes = List.copyOf(wishes);
        memory = Map.copyOf(memory);
    }

    List<Wish.Present> present() {
        return wishes.stream()
                .filter(Wish.Present.class::isInstance)
                .map(Wish.Present.class::cast)
                .toList();
    }

    /** All that has to be looked at beside the interfaces. */
    List<Part> parts(HostView view) {
        List<Part> parts = new ArrayList<>();
        for (Wish.Present wish : present()) {
            Optional<Settings> settings = wish.settings().filter(wanted -> !wanted.equals(Settings.NONE));
            if (settings.isPresent() && Footing.of(wish, view) instanceof Footing.Firm ground) {
                parts.add(part(settings.get().extras(wish.kind(), wish.addresses()), ground.name()));
            }
        }
        memory.values().stream()
                .filter(applied -> !applied.beside().equals(Applied.HostParts.NONE))
                .forEach(applied -> parts.add(part(applied)));
        return parts;
    }

    private static Part part(Extras extras, InterfaceName name) {
        return new Part(
                name.text(),
                Set.copyOf(extras.routes()),
                Set.copyOf(extras.rules()),
                Set.copyOf(extras.settings(name).keySet()),
                !extras.names().isNone());
    }

    private static Part part(Applied applied) {
        Applied.HostParts beside = applied.beside();
        return new Part(
                applied.name(),
                beside.routes(),
                beside.rules(),
                new HashSet<>(beside.sysctls().keySet()),
                beside.dns());
    }

    /** Families of all addresses that are wanted. */
    Set<IpFamily> families() {
        Set<IpFamily> families = new HashSet<>();
        present()
                .forEach(wish -> wish.addresses()
                        .forEach(address -> families.add(address.address().family())));
        return families;
    }

    /** Families of addresses that we have not put anywhere yet, as far as we remember: most likely they are to come. */
    Set<IpFamily> neverSeen() {
        Set<IpFamily> families = new HashSet<>();
        present()
                .forEach(wish -> wish.addresses().stream()
                        .filter(address -> Optional.ofNullable(memory.get(wish.interfaceId()))
                                .filter(known -> known.addresses().contains(address))
                                .isEmpty())
                        .forEach(address -> families.add(address.address().family())));
        return families;
    }

    /** Families of addresses that are to come: what the host reaches by routes must not be drawn away by their networks. */
    Set<IpFamily> comingFamilies(HostView view) {
        Set<IpFamily> families = new HashSet<>();
        for (Wish.Present wish : present()) {
            if (!wish.addresses().isEmpty() && Footing.of(wish, view) instanceof Footing.Firm ground) {
                Optional<NetdevView> there = Children.named(wish, view, ground.name());
                wish.addresses().stream()
                        .filter(address ->
                                there.flatMap(netdev -> netdev.address(address)).isEmpty())
                        .forEach(address -> families.add(address.address().family()));
            }
        }
        return families;
    }

    /** Whether another interface that is wanted needs this setting of the whole host too. */
    boolean othersNeed(String sysctl, String interfaceId) {
        return present().stream()
                .filter(wish -> !wish.interfaceId().equals(interfaceId))
                .anyMatch(wish -> wish.settings()
                        .filter(settings -> settings.sysctls()
                                .settings(new InterfaceName("any"))
                                .containsKey(sysctl))
                        .isPresent());
    }

    /** What a setting was before any of our interfaces changed it. */
    Optional<String> before(String sysctl) {
        return memory.values().stream()
                .flatMap(applied ->
                        Optional.ofNullable(applied.beside().sysctls().get(sysctl)).stream())
                .findFirst();
    }
}
