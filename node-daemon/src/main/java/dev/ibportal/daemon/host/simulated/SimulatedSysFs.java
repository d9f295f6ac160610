package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** sysfs of a simulated host, answered from the live state of kernel and ports. */
final class SimulatedSysFs implements SysFs {
    // Read a hundred times a pass, for a thousand hosts: no formatter and no pattern on this way.
    private static final HexFormat HEX = HexFormat.of();
    private static final List<String> TABLE = numbers(SimulatedPort.TABLE_SIZE);
    private static final List<String> GIDS = numbers(8);
    private static final String ZERO_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final List<String> HCA = List.of(
            "board_id",
            "device",
            "fw_ver",
            "hca_type",
            "hw_rev",
            "node_desc",
            "node_guid",
            "node_type",
            "ports",
            "sys_image_guid");
    private static final List<String> PORT =
            List.of("cap_mask", "gids", "lid", "link_layer", "phys_state", "pkeys", "rate", "sm_lid", "state");
    private static final List<String> NETDEV = List.of(
            "addr_len",
            "address",
            "broadcast",
            "carrier",
            "dev_id",
            "dev_port",
            "flags",
            "ifindex",
            "iflink",
            "mtu",
            "operstate",
            "tx_queue_len",
            "type");

    private final SimulatedKernel kernel;

    SimulatedSysFs(SimulatedKernel kernel) {
        this.kernel = kernel;
    }

    @Override
    public Reading<String> read(String path) {
        List<String> names = Arrays.asList(path.split("/"));
        return switch (names.size()) {
            case 3 -> module(names);
            case 4 -> names.get(1).equals("net") ? netdev(names) : hca(names);
            case 5 -> onBus(names);
            case 6 -> port(names);
            case 7 -> names.get(1).equals("net") ? behindDevice(names) : table(names);
            default -> Reading.missing();
        };
    }

    /** {@code class/net/ib0/device/infiniband/mlx5_0/node_type}: through the link to the adapter. */
    private Reading<String> behindDevice(List<String> names) {
        boolean leads = kernel.find(names.get(2))
                .filter(netdev ->
                        netdev.parent.isEmpty() && netdev.adapter.device().equals(names.get(5)))
                .isPresent();
        return leads ? hca(List.of("class", "infiniband", names.get(5), names.get(6))) : Reading.missing();
    }

    private Reading<String> module(List<String> names) {
        boolean known = names.get(0).equals("module") && kernel.modules().contains(names.get(1));
        if (!known) {
            return Reading.missing();
        }
        return switch (names.get(2)) {
            case "srcversion" -> Reading.known("5E6F708192A3B4C5D6E7F80");
            case "initstate" -> Reading.known("live");
            case "refcnt" -> Reading.known("0");
            default -> Reading.missing();
        };
    }

    /** {@code bus/pci/devices/0000:3b:00.0/class}. */
    private Reading<String> onBus(List<String> names) {
        Optional<SimulatedAdapter> adapter = names.get(0).equals("bus")
                ? kernel.adapters().stream()
                        .filter(one -> one.pciAddress().equals(names.get(3)))
                        .findFirst()
                : Optional.empty();
        return adapter.map(one -> switch (names.get(4)) {
                    case "class" -> Reading.known("0x020700");
                    case "vendor" -> Reading.known("0x15b3");
                    case "device" -> Reading.known(one.connectedPossible() ? "0x1003" : "0x101b");
                    default -> Reading.<String>missing();
                })
                .orElseGet(Reading::missing);
    }

    private Reading<String> hca(List<String> names) {
        return adapter(names.get(2)).map(adapter -> hca(adapter, names.get(3))).orElseGet(Reading::missing);
    }

    private static Reading<String> hca(SimulatedAdapter adapter, String attribute) {
        return switch (attribute) {
            case "node_type" -> Reading.known("1: CA");
            case "node_guid", "sys_image_guid" ->
                Reading.known(fours(adapter.port().guid().hex()));
            case "fw_ver" -> Reading.known(adapter.connectedPossible() ? "2.42.5000" : "20.38.1002");
            case "hca_type" -> Reading.known(adapter.connectedPossible() ? "MT4099" : "MT4123");
            case "board_id" -> Reading.known(adapter.connectedPossible() ? "MT_1090120019" : "MT_0000000223");
            case "hw_rev" -> Reading.known("0");
            case "node_desc" -> Reading.known(adapter.device());
            default -> Reading.missing();
        };
    }

    private Reading<String> port(List<String> names) {
        Optional<SimulatedAdapter> adapter = adapter(names.get(2));
        if (adapter.isEmpty() || !names.get(3).equals("ports") || !names.get(4).equals("1")) {
            return Reading.missing();
        }
        PortState state = adapter.get().port().state();
        return switch (names.get(5)) {
            case "state" -> Reading.known(stateText(state.state()));
            case "phys_state" -> Reading.known(physText(state.physState()));
            case "rate" -> Reading.known(state.ethernet() ? "100 Gb/sec (4X EDR)" : "200 Gb/sec (4X HDR)");
            case "link_layer" -> Reading.known(state.ethernet() ? "Ethernet" : "InfiniBand");
            case "lid" -> Reading.known("0x" + Integer.toHexString(state.lid()));
            case "sm_lid" -> Reading.known("0x" + Integer.toHexString(state.smLid()));
            case "cap_mask" -> Reading.known("0x2651e848");
            default -> Reading.missing();
        };
    }

    private static String stateText(int state) {
        return switch (state) {
            case PortState.DOWN -> "1: DOWN";
            case PortState.INIT -> "2: INIT";
            case PortState.ARMED -> "3: ARMED";
            case PortState.ACTIVE -> "4: ACTIVE";
            default -> "0: NOP";
        };
    }

    private static String physText(int state) {
        return switch (state) {
            case PortState.POLLING -> "2: Polling";
            case PortState.DISABLED -> "3: Disabled";
            default -> "5: LinkUp";
        };
    }

    private Reading<String> table(List<String> names) {
        Optional<SimulatedAdapter> adapter = adapter(names.get(2));
        int index = index(names.get(6));
        if (adapter.isEmpty() || index < 0) {
            return Reading.missing();
        }
        PortState state = adapter.get().port().state();
        if (names.get(5).equals("pkeys") && index < tableSize(state)) {
            int entry = index < state.pkeys().size() ? state.pkeys().get(index) : 0;
            return Reading.known("0x" + HEX.toHexDigits((short) entry));
        }
        if (names.get(5).equals("gids") && index < 8) {
            return Reading.known(
                    index == 0
                            ? "fe80:0000:0000:0000:"
                                    + fours(adapter.get().port().guid().hex())
                            : ZERO_GID);
        }
        return Reading.missing();
    }

    private static int tableSize(PortState state) {
        return state.ethernet() ? 1 : SimulatedPort.TABLE_SIZE;
    }

    private static int index(String text) {
        int index = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 10);
            if (digit < 0 || i > 2) {
                return -1;
            }
            index = index * 10 + digit;
        }
        return text.isEmpty() ? -1 : index;
    }

    private Reading<String> netdev(List<String> names) {
        return kernel.find(names.get(2))
                .map(netdev -> netdev(netdev, names.get(3)))
                .orElseGet(Reading::missing);
    }

    /** What only parents have: children that were made by rtnetlink show neither mode nor key. */
    private static Reading<String> parentOnly(SimulatedNetdev netdev, String value) {
        return netdev.parent.isEmpty() ? Reading.known(value) : Reading.missing();
    }

    private static Reading<String> netdev(SimulatedNetdev netdev, String attribute) {
        return switch (attribute) {
            case "type" -> Reading.known("32");
            case "mode" -> parentOnly(netdev, netdev.mode.text());
            case "pkey" -> parentOnly(netdev, netdev.pkey().toString());
            case "addr_len" -> Reading.known("20");
            case "address" -> Reading.known(netdev.hardwareAddress());
            case "broadcast" -> Reading.known(netdev.broadcast());
            case "mtu" -> Reading.known(Integer.toString(netdev.mtu()));
            case "tx_queue_len" -> Reading.known(Integer.toString(netdev.queueLength));
            case "ifindex" -> Reading.known(Integer.toString(netdev.index));
            case "iflink" ->
                Reading.known(Integer.toString(netdev.parent.map(p -> p.index).orElse(netdev.index)));
            case "dev_id" -> Reading.known("0x0");
            case "dev_port" -> Reading.known("0");
            case "flags" -> Reading.known(netdev.up ? "0x1003" : "0x1002");
            case "operstate" -> Reading.known(netdev.carrier() ? "up" : "down");
            case "carrier" ->
                netdev.up
                        ? Reading.known(netdev.carrier() ? "1" : "0")
                        : Reading.unreadable(
                                "/sys/class/net/" + netdev.name + "/carrier cannot be read: Invalid argument");
            default -> Reading.missing();
        };
    }

    @Override
    public Reading<List<String>> list(String path) {
        List<String> names = Arrays.asList(path.split("/"));
        if (path.equals("module")) {
            return Reading.known(List.copyOf(kernel.modules()));
        } else if (path.equals("class/net")) {
            return Reading.known(
                    kernel.netdevs().stream().map(n -> n.name).sorted().toList());
        } else if (path.equals("bus/pci/devices")) {
            return Reading.known(
                    kernel.adapters().stream().map(SimulatedAdapter::pciAddress).toList());
        } else if (path.equals("class/infiniband")) {
            return Reading.known(
                    kernel.adapters().stream().map(SimulatedAdapter::device).toList());
        } else if (names.size() == 3 && names.get(1).equals("net")) {
            return kernel.find(names.get(2)).isPresent() ? Reading.known(NETDEV) : Reading.missing();
        } else if (names.size() == 4
                && names.get(1).equals("net")
                && names.get(3).equals("queues")) {
            return kernel.find(names.get(2))
                    .map(netdev -> Reading.known(numbers(netdev.channels).stream()
                            .flatMap(number -> Stream.of("rx-" + number, "tx-" + number))
                            .sorted()
                            .toList()))
                    .orElseGet(Reading::missing);
        }
        return adapter(names.size() > 2 ? names.get(2) : "")
                .map(adapter -> below(adapter, names))
                .orElseGet(Reading::missing);
    }

    private static Reading<List<String>> below(SimulatedAdapter adapter, List<String> names) {
        return switch (String.join("/", names.subList(3, names.size()))) {
            case "" -> Reading.known(HCA);
            case "ports" -> Reading.known(List.of("1"));
            case "ports/1" -> Reading.known(PORT);
            case "ports/1/pkeys" -> Reading.known(adapter.port().state().ethernet() ? List.of("0") : TABLE);
            case "ports/1/gids" -> Reading.known(GIDS);
            default -> Reading.missing();
        };
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).sorted().toList();
    }

    @Override
    public Reading<String> resolve(String path) {
        List<String> names = Arrays.asList(path.split("/"));
        if (names.size() < 4 || !names.get(3).equals("device")) {
            return exists(path) ? Reading.known(path) : Reading.missing();
        }
        Optional<SimulatedAdapter> adapter = names.get(1).equals("infiniband")
                ? adapter(names.get(2))
                : kernel.find(names.get(2)).filter(n -> n.parent.isEmpty()).map(n -> n.adapter);
        if (adapter.isEmpty()) {
            return Reading.missing();
        }
        return names.size() == 5 && names.get(4).equals("driver")
                ? Reading.known("bus/pci/drivers/mlx5_core")
                : Reading.known(adapter.get().pciPath());
    }

    @Override
    public boolean exists(String path) {
        if (path.startsWith("module/") && path.indexOf('/', 7) < 0) {
            return kernel.modules().contains(path.substring(7));
        }
        return read(path).found().isPresent() || list(path).found().isPresent();
    }

    private Optional<SimulatedAdapter> adapter(String device) {
        return kernel.adapters().stream()
                .filter(adapter -> adapter.device().equals(device))
                .findFirst();
    }

    private static String fours(String hex) {
        return hex.substring(0, 4) + ":" + hex.substring(4, 8) + ":" + hex.substring(8, 12) + ":" + hex.substring(12);
    }
}
