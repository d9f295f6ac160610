package dev.ibportal.daemon.diagnose;

import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.PhysState;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.HcaView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The port, its states and its table. */
final class PortLooks {
    private static final List<FactKey> KEYS = List.of(
            FactKey.PORT,
            FactKey.PORT_GUID,
            FactKey.NODE_GUID,
            FactKey.SYSTEM_GUID,
            FactKey.LINK_LAYER,
            FactKey.PHYSICAL_STATE,
            FactKey.PORT_STATE,
            FactKey.PORT_STATE_SECONDS,
            FactKey.LID,
            FactKey.SM_LID,
            FactKey.RATE,
            FactKey.PKEY,
            FactKey.PKEY_TABLE,
            FactKey.PKEY_ENTRY,
            FactKey.OTHER_PORTS);

    private final Host host;
    private final Tools tools;
    private final PortMemory memory;

    PortLooks(Host host, Tools tools, PortMemory memory) {
        this.host = host;
        this.tools = tools;
        this.memory = memory;
    }

    List<Look> looks(Subject subject) {
        String source = subject.port()
                .map(port -> "/sys/class/infiniband/" + port.device() + "/ports/" + port.number())
                .orElse("/sys/class/infiniband");
        return List.of(new Look(source, KEYS, () -> port(subject)));
    }

    private Map<FactKey, Told> port(Subject subject) {
        Map<FactKey, Told> told = new EnumMap<>(FactKey.class);
        told.put(FactKey.PKEY, Tools.value(subject.pkey().map(PKey::toString)));
        told.put(FactKey.OTHER_PORTS, Tools.value(others(subject)));
        if (subject.port().isEmpty()) {
            KEYS.forEach(key -> told.putIfAbsent(key, new Told.Unknown("there is no such port on this host")));
            return told;
        }
        PortView port = subject.port().get();
        Optional<HcaView> hca = subject.view().hcas().stream()
                .filter(each -> each.device().equals(port.device()))
                .findFirst();
        told.put(FactKey.PORT, new Told.Value(port.toString()));
        told.put(FactKey.PORT_GUID, known(port.guid().map(Guid::toString).or(() -> zeroGuid(port))));
        told.put(FactKey.NODE_GUID, known(hca.flatMap(HcaView::nodeGuid)));
        told.put(FactKey.SYSTEM_GUID, known(systemGuid(port)));
        told.put(FactKey.PKEY_TABLE, known(port.pkeys().map(PortLooks::table)));
        told.put(FactKey.PKEY_ENTRY, entry(port, subject.pkey()));
        states(port, told);
        return told;
    }

    private void states(PortView port, Map<FactKey, Told> told) {
        Optional<IbStat.Port> tool = needsTool(port) ? IbStat.ask(tools, port) : Optional.empty();
        Optional<String> state = word(port.state()).or(() -> tool.map(IbStat.Port::state));
        told.put(FactKey.LINK_LAYER, known(layer(port).or(() -> tool.map(IbStat.Port::linkLayer))));
        told.put(FactKey.PHYSICAL_STATE, known(word(port.physState()).or(() -> tool.map(IbStat.Port::physicalState))));
        told.put(FactKey.PORT_STATE, known(state));
        told.put(FactKey.LID, known(number(port.lid()).or(() -> tool.map(IbStat.Port::lid))));
        told.put(FactKey.SM_LID, known(number(port.smLid()).or(() -> tool.map(IbStat.Port::smLid))));
        told.put(FactKey.RATE, known(port.rate()));
        told.put(
                FactKey.PORT_STATE_SECONDS,
                new Told.Value(Long.toString(memory.seconds(
                        port.toString(), state.orElse("?"), host.clock().instant()))));
    }

    private static boolean needsTool(PortView port) {
        return port.state() == PortState.PORT_STATE_UNSPECIFIED
                || port.physState() == PhysState.PHYS_STATE_UNSPECIFIED
                || port.linkLayer() == LinkLayer.LINK_LAYER_UNSPECIFIED;
    }

    private static Told known(Optional<String> value) {
        return value.<Told>map(Told.Value::new).orElseGet(() -> new Told.Unknown("it could not be read"));
    }

    private static Optional<String> number(Optional<Integer> value) {
        return value.map(Object::toString);
    }

    /** A virtual function without a GUID shows a GID whose lower half is zero. */
    private Optional<String> zeroGuid(PortView port) {
        return host.sysfs()
                .read("class/infiniband/" + port.device() + "/ports/" + port.number() + "/gids/0")
                .found()
                .filter(gid -> gid.strip().endsWith(":0000:0000:0000:0000"))
                .map(gid -> "0x0000000000000000");
    }

    private Optional<String> systemGuid(PortView port) {
        return host.sysfs()
                .read("class/infiniband/" + port.device() + "/sys_image_guid")
                .found()
                .map(text -> text.strip().replace(":", ""))
                .filter(text -> text.matches("[0-9a-f]{16}"))
                .map(text -> "0x" + text);
    }

    private static String table(List<Integer> entries) {
        return entries.stream().filter(entry -> entry != 0).map(PortLooks::hex).collect(Collectors.joining("\n"));
    }

    private static Told entry(PortView port, Optional<PKey> pkey) {
        if (pkey.isEmpty()) {
            return new Told.Unknown("no partition was named");
        }
        return port.pkeys().isEmpty()
                ? new Told.Unknown("the port's table could not be read")
                : Tools.value(port.entry(pkey.get()).map(PortLooks::hex));
    }

    static String hex(int entry) {
        return String.format(Locale.ROOT, "0x%04x", entry);
    }

    private static List<String> others(Subject subject) {
        return subject.view().ports().stream()
                .filter(port -> !Optional.of(port).equals(subject.port()))
                .filter(port -> port.state() == PortState.PORT_STATE_ACTIVE
                        && port.linkLayer() == LinkLayer.LINK_LAYER_INFINIBAND)
                .map(port -> port
                        + subject.pkey()
                                .flatMap(pkey -> port.entry(pkey)
                                        .map(entry -> " " + hex(entry) + (entry == pkey.full() ? " full" : " limited")))
                                .orElse(" no member"))
                .toList();
    }

    private static Optional<String> word(PortState state) {
        return state == PortState.PORT_STATE_UNSPECIFIED
                ? Optional.empty()
                : Optional.of(state.name().replace("PORT_STATE_", ""));
    }

    private static Optional<String> word(PhysState state) {
        return switch (state) {
            case PHYS_STATE_SLEEP -> Optional.of("Sleep");
            case PHYS_STATE_POLLING -> Optional.of("Polling");
            case PHYS_STATE_DISABLED -> Optional.of("Disabled");
            case PHYS_STATE_TRAINING -> Optional.of("PortConfigurationTraining");
            case PHYS_STATE_LINK_UP -> Optional.of("LinkUp");
            case PHYS_STATE_ERROR_RECOVERY -> Optional.of("LinkErrorRecovery");
            case PHYS_STATE_PHY_TEST -> Optional.of("Phy Test");
            case PHYS_STATE_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }

    private static Optional<String> layer(PortView port) {
        return switch (port.linkLayer()) {
            case LINK_LAYER_INFINIBAND -> Optional.of("InfiniBand");
            case LINK_LAYER_ETHERNET -> Optional.of("Ethernet");
            case LINK_LAYER_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }
}
