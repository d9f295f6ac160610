package dev.ibportal.daemon.inventory;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.KernelModule;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.WrongRecipe;
import dev.ibportal.daemon.adopt.Found;
import dev.ibportal.daemon.adopt.FoundProfile;
import dev.ibportal.daemon.adopt.HandMade;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The host in the words of the contract with the portal. */
public final class HostInventory implements Inventory {
    private static final Command KERNEL = Command.of("uname", "-s", "-r", "-m", "-n");

    private final Host host;
    private final HostObserver observer;
    private final BackendDetector backend;
    private final AtomicLong sequence = new AtomicLong();

    public HostInventory(Host host) {
        this.host = host;
        this.observer = new HostObserver(host);
        this.backend = new BackendDetector(host);
    }

    @Override
    public InventoryReport observe() {
        HostView view = observer.observe();
        InventoryReport.Builder report = InventoryReport.newBuilder()
                .setSequence(sequence.incrementAndGet())
                .setObservedAt(ProtoTime.of(view.observedAt()))
                .setLast(true)
                .addAllUnreadable(view.unreadable());
        view.hcas().forEach(hca -> report.addHcas(hca(hca, view)));
        view.knownNetdevs().stream().filter(NetdevView::ipoib).forEach(netdev -> report.addNetdevs(netdev(netdev)));
        Found byHand = HandMade.look(host.files(), view, HostInventory::isOurs);
        byHand.profiles().forEach(profile -> report.addKept(kept(profile)));
        byHand.recipes().forEach(recipe -> report.addWrongRecipes(recipe(recipe)));
        view.modules().entrySet().stream()
                .filter(module -> module.getValue().trouble().isEmpty())
                .sorted(Map.Entry.comparingByKey())
                .forEach(module -> report.addModules(KernelModule.newBuilder()
                        .setName(module.getKey())
                        .setLoaded(!module.getValue().isMissing())
                        .setVersion(module.getValue()
                                .found()
                                .map(HostView.ModuleView::version)
                                .orElse(""))));
        return report.build();
    }

    private static boolean isOurs(String text) {
        return text.startsWith("# ibportal: made by ibnoded");
    }

    private static KeptByHand kept(FoundProfile profile) {
        KeptByHand.Builder message = KeptByHand.newBuilder()
                .setPath(profile.path())
                .setName(profile.name())
                .setParent(profile.parent().orElse(""))
                .setMode(mode(profile.mode().orElse(null)));
        profile.pkey().map(PKey::full).ifPresent(message::setPkey);
        profile.mtu().ifPresent(message::setMtu);
        profile.addresses().stream().map(Object::toString).sorted().forEach(message::addAddresses);
        return message.build();
    }

    private static WrongRecipe recipe(dev.ibportal.daemon.adopt.WrongRecipe recipe) {
        return WrongRecipe.newBuilder()
                .setCode(recipe.code())
                .setPlace(recipe.place())
                .setFound(recipe.found())
                .setRight(recipe.right())
                .build();
    }

    private static Hca hca(HcaView hca, HostView view) {
        Hca.Builder message = Hca.newBuilder()
                .setDevice(hca.device())
                .setNodeGuid(hca.nodeGuid().orElse(""))
                .setFirmware(hca.firmware().orElse(""))
                .setPsid(hca.psid().orElse(""))
                .setHcaType(hca.hcaType().orElse(""))
                .setDriver(hca.driver().orElse(""))
                .setPciAddress(hca.pciAddress().orElse(""));
        hca.ports().forEach(port -> message.addPorts(port(port, view)));
        return message.build();
    }

    private static Port port(PortView port, HostView view) {
        Port.Builder message = Port.newBuilder()
                .setNumber(port.number())
                .setGuid(port.guid().map(Guid::toString).orElse(""))
                .setState(port.state())
                .setPhysState(port.physState())
                .setRate(port.rate().orElse(""))
                .setLinkLayer(port.linkLayer())
                .setPkeysKnown(port.pkeys().isPresent());
        port.lid().ifPresent(message::setLid);
        port.smLid().ifPresent(message::setSmLid);
        port.pkeys().ifPresent(message::addAllPkeys);
        port.guid().flatMap(view::parentOf).ifPresent(parent -> message.setNetdev(parent.name()));
        return message.build();
    }

    private static Netdev netdev(NetdevView netdev) {
        Netdev.Builder message = Netdev.newBuilder()
                .setName(netdev.name())
                .setPortGuid(netdev.portGuid().map(Guid::toString).orElse(""))
                .setParent(netdev.parent().orElse(""))
                .setMode(mode(netdev.mode().orElse(null)));
        netdev.pkey().map(PKey::full).ifPresent(message::setPkey);
        netdev.mtu().ifPresent(message::setMtu);
        netdev.carrier().ifPresent(message::setCarrier);
        netdev.up().ifPresent(message::setUp);
        netdev.addresses()
                .ifPresent(list -> list.forEach(
                        address -> message.addAddresses(address.address().toString())));
        return message.build();
    }

    private static IpoibMode mode(dev.ibportal.types.@Nullable IpoibMode mode) {
        if (mode == null) {
            return IpoibMode.IPOIB_MODE_UNSPECIFIED;
        }
        return switch (mode) {
            case DATAGRAM -> IpoibMode.IPOIB_MODE_DATAGRAM;
            case CONNECTED -> IpoibMode.IPOIB_MODE_CONNECTED;
        };
    }

    @Override
    public HostFacts facts() {
        OsRelease os = host.files()
                .read("/etc/os-release")
                .found()
                .or(() -> host.files().read("/usr/lib/os-release").found())
                .map(OsRelease::parse)
                .orElse(OsRelease.UNKNOWN);
        HostFacts.Builder facts = HostFacts.newBuilder()
                .setOsId(os.id())
                .setOsVersion(os.versionId())
                .setOsPrettyName(os.prettyName());
        kernel(facts);
        Backend found = backend.detect().host();
        if (found instanceof Backend.Supported supported) {
            facts.setPersistenceBackend(supported.kind().text());
        } else if (found instanceof Backend.Unsupported unsupported) {
            facts.setPersistenceReason(unsupported.reason());
        } else if (found instanceof Backend.Unknown unknown) {
            facts.setPersistenceReason(unknown.reason());
        }
        return facts.build();
    }

    /** {@code uname} prints in a fixed order, whatever the order of its options: name, node, release, machine. */
    private void kernel(HostFacts.Builder facts) {
        CommandResult uname = host.commands().run(KERNEL);
        String[] words = uname.succeeded() ? uname.stdout().strip().split(" ") : new String[0];
        if (words.length == 4) {
            facts.setHostName(words[1]).setKernelRelease(words[2]).setArchitecture(words[3]);
        }
    }
}
