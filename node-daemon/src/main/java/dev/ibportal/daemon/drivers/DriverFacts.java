package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.drivers.PciBus.Adapter;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.OsRelease;
import dev.ibportal.drivers.NodeShape;
import java.util.ArrayList;
import java.util.List;

/**
 * What decides about drivers on this host.
 *
 * @param unreadable what could not be read, so that it is not taken for something that is not there
 */
public record DriverFacts(NodeShape shape, List<String> unreadable) {
    public DriverFacts {
        unreadable = List.copyOf(unreadable);
    }

    public static DriverFacts of(Host host) {
        List<String> unreadable = new ArrayList<>();
        OsRelease system = host.files()
                .read("/etc/os-release")
                .found()
                .map(OsRelease::parse)
                .orElse(OsRelease.UNKNOWN);
        PciBus bus = new PciBus(host.sysfs());
        Reading<List<String>> addresses = bus.addresses();
        addresses.trouble().ifPresent(unreadable::add);
        return new DriverFacts(
                new NodeShape(
                        system.id(),
                        system.versionId(),
                        said(host, "-r"),
                        said(host, "-m"),
                        bus.adapters(addresses.found().orElse(List.of()), unreadable).stream()
                                .map(Adapter::id)
                                .distinct()
                                .toList()),
                unreadable);
    }

    private static String said(Host host, String option) {
        CommandResult said = host.commands().run(Command.of("uname", option));
        return said.succeeded() ? said.stdout().strip() : "";
    }
}
