package dev.ibportal.portal.session.inventory;

import dev.ibportal.agent.v1.DriverFacts;
import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.KernelModule;
import dev.ibportal.portal.session.core.Words;
import dev.ibportal.types.PKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The report as it is stored and shown; null is what the node could not tell. */
record InventoryJson(
        List<Card> hcas,
        List<Netdev> netdevs,
        List<Module> modules,
        List<Kept> kept,
        List<Wrong> wrongRecipes,
        List<String> unreadable,
        @Nullable Drivers drivers) {
    record Card(
            String device,
            String nodeGuid,
            String firmware,
            String psid,
            String type,
            String driver,
            String pciAddress,
            List<Port> ports) {}

    record Port(
            int number,
            String guid,
            String state,
            String physState,
            String rate,
            String linkLayer,
            @Nullable Integer lid,
            @Nullable Integer smLid,
            @Nullable List<String> pkeys,
            String netdev) {}

    record Netdev(
            String name,
            String portGuid,
            String parent,
            @Nullable String pkey,
            @Nullable String mode,
            @Nullable Integer mtu,
            @Nullable Boolean carrier,
            @Nullable Boolean up,
            List<String> addresses) {}

    /** An interface as somebody's file keeps it. */
    record Kept(
            String path,
            String name,
            String parent,
            @Nullable String pkey,
            @Nullable String mode,
            @Nullable Integer mtu,
            List<String> addresses) {}

    /** Configuration that does not do what its author wants. */
    record Wrong(String code, String place, String found, String right) {}

    /** What decides about drivers; null is what could not be looked at. */
    record Drivers(
            @Nullable List<Adapter> adapters, @Nullable List<Kernel> kernels) {}

    /** @param id PCI vendor and device, as {@code 15b3:1017} */
    record Adapter(String address, String id) {}

    /** @param ipoibModule empty: this kernel has none */
    record Kernel(String release, boolean running, String ipoibModule, boolean vendorModule, boolean headers) {}

    record Module(String name, boolean loaded, String version) {}

    static InventoryJson of(WholeReport report) {
        return new InventoryJson(
                report.hcas().stream().map(InventoryJson::card).toList(),
                report.netdevs().stream().map(InventoryJson::netdev).toList(),
                report.modules().stream().map(InventoryJson::module).toList(),
                report.kept().stream().map(InventoryJson::kept).toList(),
                report.wrongRecipes().stream()
                        .map(wrong -> new Wrong(wrong.getCode(), wrong.getPlace(), wrong.getFound(), wrong.getRight()))
                        .toList(),
                report.unreadable(),
                report.drivers() == null ? null : drivers(report.drivers()));
    }

    private static Drivers drivers(DriverFacts facts) {
        return new Drivers(
                facts.getAdaptersKnown()
                        ? facts.getAdaptersList().stream()
                                .map(one -> new Adapter(one.getAddress(), one.getId()))
                                .toList()
                        : null,
                facts.getKernelsKnown()
                        ? facts.getKernelsList().stream()
                                .map(one -> new Kernel(
                                        one.getRelease(),
                                        one.getRunning(),
                                        one.getIpoibModule(),
                                        one.getVendorModule(),
                                        one.getHeaders()))
                                .toList()
                        : null);
    }

    private static Kept kept(KeptByHand kept) {
        return new Kept(
                kept.getPath(),
                kept.getName(),
                kept.getParent(),
                kept.hasPkey() ? pkey(kept.getPkey()) : null,
                mode(kept.getMode()),
                kept.hasMtu() ? kept.getMtu() : null,
                kept.getAddressesList());
    }

    private static @Nullable String mode(IpoibMode mode) {
        return mode == IpoibMode.IPOIB_MODE_UNSPECIFIED ? null : Words.of(mode, "IPOIB_MODE_", '_');
    }

    private static Card card(Hca hca) {
        return new Card(
                hca.getDevice(),
                hca.getNodeGuid(),
                hca.getFirmware(),
                hca.getPsid(),
                hca.getHcaType(),
                hca.getDriver(),
                hca.getPciAddress(),
                hca.getPortsList().stream().map(InventoryJson::port).toList());
    }

    private static Port port(dev.ibportal.agent.v1.Port port) {
        return new Port(
                port.getNumber(),
                port.getGuid(),
                Words.of(port.getState(), "PORT_STATE_", '_'),
                Words.of(port.getPhysState(), "PHYS_STATE_", '_'),
                port.getRate(),
                Words.of(port.getLinkLayer(), "LINK_LAYER_", '_'),
                port.hasLid() ? port.getLid() : null,
                port.hasSmLid() ? port.getSmLid() : null,
                port.getPkeysKnown()
                        ? port.getPkeysList().stream().map("0x%04x"::formatted).toList()
                        : null,
                port.getNetdev());
    }

    private static Netdev netdev(dev.ibportal.agent.v1.Netdev netdev) {
        return new Netdev(
                netdev.getName(),
                netdev.getPortGuid(),
                netdev.getParent(),
                netdev.hasPkey() ? pkey(netdev.getPkey()) : null,
                mode(netdev.getMode()),
                netdev.hasMtu() ? netdev.getMtu() : null,
                netdev.hasCarrier() ? netdev.getCarrier() : null,
                netdev.hasUp() ? netdev.getUp() : null,
                netdev.getAddressesList());
    }

    private static String pkey(int value) {
        boolean namesOne = value > 0 && value <= 0xffff && (value & 0x7fff) != 0;
        return namesOne ? PKey.of(value).toString() : "0x%04x".formatted(value);
    }

    private static Module module(KernelModule module) {
        return new Module(module.getName(), module.getLoaded(), module.getVersion());
    }
}
