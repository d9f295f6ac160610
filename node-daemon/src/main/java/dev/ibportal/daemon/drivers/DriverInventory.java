package dev.ibportal.daemon.drivers;

import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.PciAdapter;
import dev.ibportal.daemon.drivers.PciBus.Adapter;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.Inventory;
import java.util.ArrayList;
import java.util.List;

/** An inventory with what decides about drivers. */
public final class DriverInventory implements Inventory {
    private final Inventory inventory;
    private final PciBus bus;
    private final KernelModules kernels;

    /** A daemon does not outlive its kernel. */
    private final String running;

    private Bus known = new Bus(List.of(), List.of(), List.of());

    /** What was read at these addresses: hundreds of files on a large host, which change with the hardware only. */
    private record Bus(List<String> addresses, List<Adapter> adapters, List<String> unreadable) {}

    public DriverInventory(Inventory inventory, Host host) {
        this.inventory = inventory;
        this.bus = new PciBus(host.sysfs());
        this.kernels = new KernelModules(host.files());
        this.running = inventory.facts().getKernelRelease();
    }

    @Override
    public synchronized InventoryReport observe() {
        InventoryReport.Builder report = inventory.observe().toBuilder();
        dev.ibportal.agent.v1.DriverFacts.Builder facts = report.getDriversBuilder();
        Reading<List<String>> addresses = bus.addresses();
        addresses.trouble().ifPresent(report::addUnreadable);
        addresses.found().ifPresent(found -> {
            known = look(found);
            report.addAllUnreadable(known.unreadable());
            facts.setAdaptersKnown(known.unreadable().isEmpty());
            known.adapters()
                    .forEach(adapter -> facts.addAdapters(PciAdapter.newBuilder()
                            .setAddress(adapter.address())
                            .setId(adapter.id().toString())));
        });
        Reading<List<String>> releases = kernels.releases();
        releases.trouble().ifPresent(report::addUnreadable);
        releases.found().ifPresent(found -> {
            facts.setKernelsKnown(true);
            found.forEach(release -> facts.addKernels(kernels.of(release, running)));
        });
        return report.build();
    }

    private Bus look(List<String> addresses) {
        if (addresses.equals(known.addresses()) && known.unreadable().isEmpty()) {
            return known;
        }
        List<String> unreadable = new ArrayList<>();
        List<Adapter> adapters = bus.adapters(addresses, unreadable);
        return new Bus(addresses, adapters, unreadable);
    }

    @Override
    public HostFacts facts() {
        return inventory.facts();
    }
}
