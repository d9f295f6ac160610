package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an interface needs before anything about it can be asked or changed: its port, its parent and its name. */
sealed interface Footing {
    record Firm(PortView port, NetdevView parent, InterfaceName parentName, InterfaceName name) implements Footing {}

    record Missing(Cause cause) implements Footing {}

    static Footing of(Wish.Present wish, HostView host) {
        if (host.netdevs() instanceof Reading.Unreadable<?> unreadable) {
            return new Missing(Cause.unreadable(unreadable.reason()));
        }
        Optional<PortView> port = host.port(wish.port());
        if (port.isEmpty()) {
            return new Missing(noPort(wish.port(), host));
        }
        Optional<Cause> trouble = portTrouble(port.get()).or(() -> moduleTrouble(host));
        if (trouble.isPresent()) {
            return new Missing(trouble.get());
        }
        return host.parentOf(wish.port())
                .map(parent -> named(wish, port.get(), parent))
                .orElseGet(() -> new Missing(noParent(port.get(), host)));
    }

    private static Cause noPort(Guid wanted, HostView host) {
        if (!host.allPortsKnown()) {
            return Cause.unreadable("which port has the GUID " + wanted + ", because not every port shows its own");
        }
        List<String> missing = missingModules(host);
        if (host.ports().isEmpty() && !missing.isEmpty()) {
            return driverMissing(missing, host);
        }
        if (host.ports().isEmpty()) {
            return Cause.failed(
                    "port.not-here",
                    "port " + wanted + " is not on this node: the kernel shows no InfiniBand adapter at all; see that"
                            + " the adapter is seated and its driver loaded");
        }
        return Cause.failed(
                "port.not-here",
                "port " + wanted + " is not on this node; its ports are "
                        + host.ports().stream()
                                .flatMap(port -> port.guid().stream())
                                .map(Guid::toString)
                                .collect(Collectors.joining(", "))
                        + "; correct the port in the portal, or put the adapter back");
    }

    private static Optional<Cause> portTrouble(PortView port) {
        return switch (port.linkLayer()) {
            case LINK_LAYER_INFINIBAND -> Optional.empty();
            case LINK_LAYER_ETHERNET ->
                Optional.of(Cause.failed(
                        "port.ethernet",
                        "wanted an InfiniBand port, found " + port + " in Ethernet mode, which has no IPoIB; set its"
                                + " LINK_TYPE to InfiniBand and reboot, or choose another port"));
            case LINK_LAYER_UNSPECIFIED, UNRECOGNIZED ->
                Optional.of(Cause.unreadable("whether " + port + " is InfiniBand or Ethernet"));
        };
    }

    private static Optional<Cause> moduleTrouble(HostView host) {
        if (host.ipoibModule() instanceof Reading.Unreadable<?> unreadable) {
            return Optional.of(Cause.unreadable(unreadable.reason()));
        }
        return host.ipoibModule().isMissing() ? Optional.of(moduleMissing(host)) : Optional.empty();
    }

    static Cause moduleMissing(HostView host) {
        return Cause.failed(
                "driver.module-missing",
                "the kernel module «" + HostView.IPOIB_MODULE + "» is not there for the running kernel "
                        + (host.kernel().isEmpty() ? "(release unknown)" : host.kernel())
                        + "; install the kernel or driver package that has it (cloud kernels leave it out)");
    }

    /**
     * Modules that are certainly not loaded although a loaded one makes no sense without them: a service that restarts the
     * driver stack may well say that all is well.
     */
    private static List<String> missingModules(HostView host) {
        List<String> missing = new ArrayList<>();
        for (String family : List.of("mlx5", "mlx4")) {
            boolean core = host.modules()
                    .getOrDefault(family + "_core", Reading.missing())
                    .found()
                    .isPresent();
            if (core
                    && host.modules()
                            .getOrDefault(family + "_ib", Reading.missing())
                            .isMissing()) {
                missing.add(family + "_ib");
            }
        }
        if (!missing.isEmpty() && host.ipoibModule().isMissing()) {
            missing.add(HostView.IPOIB_MODULE);
        }
        return missing;
    }

    private static Cause driverMissing(List<String> missing, HostView host) {
        return Cause.failed(
                "driver.module-missing",
                "the kernel modules "
                        + missing.stream().map(name -> "«" + name + "»").collect(Collectors.joining(", "))
                        + " are not loaded for the running kernel "
                        + (host.kernel().isEmpty() ? "(release unknown)" : host.kernel())
                        + ", so that there is no InfiniBand port; install a driver stack for this kernel and load it,"
                        + " whatever the stack's own service says");
    }

    private static Cause noParent(PortView port, HostView host) {
        boolean sure = host.knownNetdevs().stream()
                .filter(NetdevView::isIpoibParent)
                .allMatch(netdev -> netdev.portGuid().isPresent());
        return sure
                ? Cause.failed(
                        "interface.no-parent",
                        "wanted the IPoIB interface of " + port + ", found none although «" + HostView.IPOIB_MODULE
                                + "» is loaded; see the kernel's log")
                : Cause.unreadable("which IPoIB interface belongs to " + port);
    }

    private static Footing named(Wish.Present wish, PortView port, NetdevView parent) {
        try {
            InterfaceName parentName = new InterfaceName(parent.name());
            return new Firm(port, parent, parentName, wish.isParent() ? parentName : parentName.child(wish.pkey()));
        } catch (InvalidValueException e) {
            return new Missing(Cause.failed(
                    e.code().replace("interface-name", "interface.name"),
                    e.getMessage() + "; rename the parent interface"));
        }
    }
}
