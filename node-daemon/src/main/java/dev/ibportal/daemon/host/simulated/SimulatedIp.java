package dev.ibportal.daemon.host.simulated;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;

/** iproute2's {@code ip}, as far as the daemon uses it. */
final class SimulatedIp {
    private final SimulatedKernel kernel;
    private final SimulatedFaults faults;
    private final SimulatedRouting routing;
    private volatile Neighbourhood neighbourhood = netdev -> Map.of();

    SimulatedIp(SimulatedKernel kernel, SimulatedFaults faults, SimulatedRouting routing) {
        this.kernel = kernel;
        this.faults = faults;
        this.routing = routing;
    }

    void neighbours(Neighbourhood other) {
        neighbourhood = other;
    }

    CommandResult run(Command command) {
        List<String> argv = command.argv().subList(1, command.argv().size());
        try {
            return CommandResult.exited(command, 0, answer(argv), "");
        } catch (SimulatedKernel.Refusal refusal) {
            return CommandResult.exited(command, refusal.exitCode, "", refusal.getMessage() + "\n");
        }
    }

    private String answer(List<String> argv) throws SimulatedKernel.Refusal {
        List<String> words = argv.stream().filter(word -> !word.startsWith("-")).toList();
        String object = words.isEmpty() ? "" : words.get(0);
        if (object.equals("route") || object.equals("rule")) {
            IpFamily family = argv.contains("-6") ? IpFamily.IPV6 : IpFamily.IPV4;
            return routing.run(family, object, words.subList(1, words.size()));
        }
        if (object.equals("neigh") && words.size() == 4) {
            return neighbours(words.get(3));
        }
        boolean shows = words.size() == 1 || words.get(1).equals("show");
        if (shows && (object.equals("link") || object.equals("addr"))) {
            return show(argv, words.subList(Math.min(2, words.size()), words.size()));
        }
        if (words.size() >= 4 && object.equals("link")) {
            link(words);
            return "";
        }
        if (words.size() == 5 && object.equals("addr") && words.get(3).equals("dev")) {
            address(words);
            return "";
        }
        throw new SimulatedKernel.Refusal(
                255, "Object \"" + String.join(" ", argv) + "\" is unknown, try \"ip help\".");
    }

    private String neighbours(String netdev) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        neighbourhood.of(netdev).forEach((address, hardware) -> {
            ObjectNode node = array.addObject().put("dst", address);
            hardware.ifPresent(hex -> node.put("lladdr", SimulatedNetdev.colons(hex)));
            node.putArray("state").add(hardware.isPresent() ? "REACHABLE" : "FAILED");
        });
        return array + "\n";
    }

    /** @param filter nothing, {@code dev NAME} or {@code type ipoib}; text instead of JSON is nothing that we read */
    private String show(List<String> argv, List<String> filter) throws SimulatedKernel.Refusal {
        List<SimulatedNetdev> netdevs = kernel.netdevs();
        boolean all = filter.isEmpty();
        if (!all && filter.get(0).equals("dev")) {
            String name = filter.get(1);
            netdevs =
                    netdevs.stream().filter(netdev -> netdev.name.equals(name)).toList();
            if (netdevs.isEmpty()) {
                throw new SimulatedKernel.Refusal(1, "Device \"" + name + "\" does not exist.");
            }
        }
        return argv.contains("-j") ? json(netdevs, all, argv.contains("-d"), argv.contains("addr")) : "";
    }

    private void link(List<String> argv) throws SimulatedKernel.Refusal {
        switch (argv.get(1)) {
            case "add" -> add(argv);
            case "delete", "del" -> kernel.delete(argv.get(3));
            case "set" -> set(argv.get(3), argv.subList(4, argv.size()));
            default -> throw new SimulatedKernel.Refusal(255, "Command \"" + argv.get(1) + "\" is unknown");
        }
    }

    /** {@code link add link P name N type ipoib pkey K mode M}. */
    private void add(List<String> argv) throws SimulatedKernel.Refusal {
        int pkey;
        try {
            pkey = Integer.decode(argv.get(9));
        } catch (NumberFormatException e) {
            pkey = -1;
        }
        if (pkey < 0 || pkey > 0xffff) {
            throw new SimulatedKernel.Refusal(255, "Error: argument \"" + argv.get(9) + "\" is wrong: pkey is invalid");
        }
        IpoibMode mode = mode(argv.size() > 11 ? argv.get(11) : "datagram");
        if ((pkey & 0x7fff) == 0) {
            throw new SimulatedKernel.Refusal(2, "RTNETLINK answers: Invalid argument");
        }
        kernel.addChild(argv.get(3), argv.get(5), PKey.of(pkey), mode);
    }

    private void set(String name, List<String> what) throws SimulatedKernel.Refusal {
        switch (what.get(0)) {
            case "up" -> kernel.setUp(name, true);
            case "down" -> {
                kernel.setUp(name, false);
                routing.prune();
            }
            case "name" -> kernel.rename(name, what.get(1));
            case "mtu" -> kernel.setMtu(name, Integer.parseInt(what.get(1)));
            case "txqueuelen" -> kernel.setQueueLength(name, Integer.parseInt(what.get(1)));
            case "type" -> kernel.setMode(name, mode(what.get(3)));
            default -> throw new SimulatedKernel.Refusal(255, "Error: argument \"" + what.get(0) + "\" is wrong");
        }
    }

    private static IpoibMode mode(String text) throws SimulatedKernel.Refusal {
        try {
            return IpoibMode.parse(text);
        } catch (InvalidValueException e) {
            throw new SimulatedKernel.Refusal(1, "Error: argument of \"mode\" must be \"datagram\"or \"connected\"");
        }
    }

    private void address(List<String> argv) throws SimulatedKernel.Refusal {
        InterfaceAddress address;
        try {
            address = InterfaceAddress.parse(argv.get(2));
        } catch (InvalidValueException e) {
            throw new SimulatedKernel.Refusal(
                    1, "Error: any valid prefix is expected rather than \"" + argv.get(2) + "\".");
        }
        if (argv.get(1).equals("add")) {
            kernel.addAddress(argv.get(4), address);
        } else {
            kernel.deleteAddress(argv.get(4), address);
        }
    }

    private String json(List<SimulatedNetdev> netdevs, boolean all, boolean detailed, boolean addresses) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        if (all) {
            loopback(array, addresses);
        }
        for (SimulatedNetdev netdev : netdevs) {
            ObjectNode node = common(array.addObject(), netdev);
            if (detailed) {
                details(node, netdev);
            }
            if (addresses) {
                ArrayNode info = node.putArray("addr_info");
                netdev.addresses.forEach(address -> info(info, netdev, address, "global"));
                if (netdev.carrier()) {
                    info(info, netdev, linkLocal(netdev), "link");
                }
            }
        }
        return array + "\n";
    }

    private static void details(ObjectNode node, SimulatedNetdev netdev) {
        node.put("promiscuity", 0).put("min_mtu", 0).put("max_mtu", 65520);
        ObjectNode info = node.putObject("linkinfo");
        info.put("info_kind", "ipoib");
        info.putObject("info_data")
                .put("key", netdev.pkey().toString())
                .put("mode", netdev.mode.text())
                .put("umcast", "0000");
        if (netdev.parent.isEmpty()) {
            node.put("parentbus", "pci").put("parentdev", netdev.adapter.pciAddress());
        }
    }

    private void info(ArrayNode info, SimulatedNetdev netdev, InterfaceAddress address, String scope) {
        ObjectNode node = info.addObject();
        switch (address.address().family()) {
            case IPV4 -> {
                node.put("family", "inet").put("local", address.address().toString());
                node.put("prefixlen", address.prefixLength());
                node.put("scope", scope).put("label", netdev.name);
            }
            case IPV6 -> {
                node.put("family", "inet6").put("local", address.address().toString());
                node.put("prefixlen", address.prefixLength()).put("scope", scope);
                if (faults.isTentative(address)) {
                    node.put("tentative", true);
                }
                if (faults.isDuplicate(address)) {
                    node.put("dadfailed", true);
                }
            }
        }
        node.put("valid_life_time", 4294967295L).put("preferred_life_time", 4294967295L);
    }

    private static InterfaceAddress linkLocal(SimulatedNetdev netdev) {
        String hex = netdev.adapter.port().guid().hex();
        return InterfaceAddress.parse("fe80::" + hex.substring(0, 4) + ":" + hex.substring(4, 8) + ":"
                + hex.substring(8, 12) + ":" + hex.substring(12) + "/64");
    }

    private static void loopback(ArrayNode array, boolean addresses) {
        ObjectNode node = array.addObject();
        node.put("ifindex", 1).put("ifname", "lo");
        node.putArray("flags").add("LOOPBACK").add("UP").add("LOWER_UP");
        node.put("mtu", 65536)
                .put("qdisc", "noqueue")
                .put("operstate", "UNKNOWN")
                .put("link_type", "loopback")
                .put("address", "00:00:00:00:00:00")
                .put("broadcast", "00:00:00:00:00:00");
        if (addresses) {
            node.putArray("addr_info")
                    .addObject()
                    .put("family", "inet")
                    .put("local", "127.0.0.1")
                    .put("prefixlen", 8)
                    .put("scope", "host")
                    .put("label", "lo");
        }
    }

    private static ObjectNode common(ObjectNode node, SimulatedNetdev netdev) {
        node.put("ifindex", netdev.index);
        netdev.parent.ifPresent(parent -> node.put("link", parent.name));
        node.put("ifname", netdev.name);
        boolean carrier = netdev.carrier();
        ArrayNode flags = node.putArray("flags");
        if (netdev.up && !carrier) {
            flags.add("NO-CARRIER");
        }
        flags.add("BROADCAST").add("MULTICAST");
        if (netdev.up) {
            flags.add("UP");
        }
        if (carrier) {
            flags.add("LOWER_UP");
        }
        return node.put("mtu", netdev.mtu())
                .put("qdisc", "mq")
                .put("operstate", carrier ? "UP" : "DOWN")
                .put("group", "default")
                .put("txqlen", netdev.queueLength)
                .put("link_type", "infiniband")
                .put("address", netdev.hardwareAddress())
                .put("broadcast", netdev.broadcast());
    }
}
