package dev.ibportal.daemon.inventory;

import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.PhysState;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code /sys/class/infiniband}. What cannot be read is noted and left empty. */
final class RdmaSysFs {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,2}");
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,4}");
    private static final int SHORTEST_HEX = 3;
    private static final int LONGEST_HEX = 6;
    private static final Pattern GID = Pattern.compile("[0-9a-fA-F]{4}(:[0-9a-fA-F]{4}){7}");
    private static final String ROOT = "class/infiniband";
    private static final int LOW_HALF = 20;

    private final SysFs sysfs;
    private final List<String> unreadable;

    /** @param unreadable where to note what could not be read */
    RdmaSysFs(SysFs sysfs, List<String> unreadable) {
        this.sysfs = sysfs;
        this.unreadable = unreadable;
    }

    List<HcaView> hcas() {
        Reading<List<String>> devices = sysfs.list(ROOT);
        devices.trouble().ifPresent(unreadable::add);
        return devices.found().orElse(List.of()).stream().map(this::hca).toList();
    }

    private HcaView hca(String device) {
        String path = ROOT + "/" + device + "/";
        Reading<List<String>> ports = sysfs.list(path + "ports");
        if (ports.found().isEmpty()) {
            unreadable.add(ports.trouble().orElse("/sys/" + path + "ports is missing"));
        }
        return new HcaView(
                device,
                text(path + "node_guid").flatMap(RdmaSysFs::guid).map(Guid::toString),
                text(path + "fw_ver"),
                text(path + "board_id"),
                text(path + "hca_type"),
                lastName(sysfs.resolve(path + "device/driver")),
                lastName(sysfs.resolve(path + "device")),
                ports.found().orElse(List.of()).stream()
                        .filter(number -> NUMBER.matcher(number).matches())
                        .map(Integer::valueOf)
                        .sorted()
                        .map(number -> port(device, number))
                        .toList(),
                ports.found().isPresent());
    }

    private PortView port(String device, int number) {
        String path = ROOT + "/" + device + "/ports/" + number + "/";
        return new PortView(
                device,
                number,
                text(path + "gids/0").flatMap(RdmaSysFs::portGuid),
                state(text(path + "state")),
                physState(text(path + "phys_state")),
                text(path + "rate"),
                linkLayer(text(path + "link_layer")),
                text(path + "lid").flatMap(RdmaSysFs::hex),
                text(path + "sm_lid").flatMap(RdmaSysFs::hex),
                pkeys(path + "pkeys"));
    }

    private Optional<List<Integer>> pkeys(String path) {
        Reading<List<String>> indexes = sysfs.list(path);
        if (indexes.found().isEmpty()) {
            unreadable.add(indexes.trouble().orElse("/sys/" + path + " is missing"));
            return Optional.empty();
        }
        List<Integer> order = indexes.found().orElse(List.of()).stream()
                .filter(index -> INDEX.matcher(index).matches())
                .map(Integer::valueOf)
                .sorted(Comparator.naturalOrder())
                .toList();
        List<Integer> table = new ArrayList<>(order.size());
        for (int index : order) {
            Optional<Integer> entry = text(path + "/" + index).flatMap(RdmaSysFs::hex);
            if (entry.isEmpty()) {
                unreadable.add("/sys/" + path + "/" + index + " holds no PKey");
                return Optional.empty();
            }
            table.add(entry.get());
        }
        return Optional.of(List.copyOf(table));
    }

    private Optional<String> text(String path) {
        Reading<String> reading = sysfs.read(path);
        reading.trouble().ifPresent(unreadable::add);
        return reading.found().map(String::strip).filter(text -> !text.isEmpty());
    }

    private static Optional<String> lastName(Reading<String> path) {
        return path.found()
                .map(resolved -> resolved.substring(resolved.lastIndexOf('/') + 1))
                .filter(name -> !name.isEmpty());
    }

    private static Optional<Guid> portGuid(String gid) {
        return GID.matcher(gid).matches() ? guid(gid.substring(LOW_HALF)) : Optional.empty();
    }

    private static Optional<Guid> guid(String text) {
        try {
            return Optional.of(Guid.parse(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** By hand: a host with eight adapters has a thousand of these, and a daemon that is mostly idle is mostly interpreted. */
    private static Optional<Integer> hex(String text) {
        int length = text.length();
        if (length < SHORTEST_HEX || length > LONGEST_HEX || !text.startsWith("0x")) {
            return Optional.empty();
        }
        int value = 0;
        for (int i = 2; i < length; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return Optional.empty();
            }
            value = value << 4 | digit;
        }
        return Optional.of(value);
    }

    private static PortState state(Optional<String> text) {
        return switch (code(text)) {
            case 1 -> PortState.PORT_STATE_DOWN;
            case 2 -> PortState.PORT_STATE_INIT;
            case 3 -> PortState.PORT_STATE_ARMED;
            case 4 -> PortState.PORT_STATE_ACTIVE;
            case 5 -> PortState.PORT_STATE_ACTIVE_DEFER;
            default -> PortState.PORT_STATE_UNSPECIFIED;
        };
    }

    private static PhysState physState(Optional<String> text) {
        return switch (code(text)) {
            case 1 -> PhysState.PHYS_STATE_SLEEP;
            case 2 -> PhysState.PHYS_STATE_POLLING;
            case 3 -> PhysState.PHYS_STATE_DISABLED;
            case 4 -> PhysState.PHYS_STATE_TRAINING;
            case 5 -> PhysState.PHYS_STATE_LINK_UP;
            case 6 -> PhysState.PHYS_STATE_ERROR_RECOVERY;
            case 7 -> PhysState.PHYS_STATE_PHY_TEST;
            default -> PhysState.PHYS_STATE_UNSPECIFIED;
        };
    }

    /** The number before the colon of {@code 4: ACTIVE}, or 0. */
    private static int code(Optional<String> text) {
        return text.filter(value -> value.length() > 1 && value.charAt(1) == ':')
                .map(value -> Character.digit(value.charAt(0), 10))
                .orElse(0);
    }

    private static LinkLayer linkLayer(Optional<String> text) {
        return switch (text.orElse("")) {
            case "InfiniBand" -> LinkLayer.LINK_LAYER_INFINIBAND;
            case "Ethernet" -> LinkLayer.LINK_LAYER_ETHERNET;
            default -> LinkLayer.LINK_LAYER_UNSPECIFIED;
        };
    }
}
