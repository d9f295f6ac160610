package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.HardwareAddress;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.NetdevView.AddressView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.IpoibMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The interface as the kernel shows it. */
final class NetdevLooks {
    private static final String DEBUG = "kernel/debug/ipoib/";
    private static final Pattern DRIVER = Pattern.compile("(?m)^driver: (\\S+)");
    private static final List<FactKey> KEYS = List.of(
            FactKey.INTERFACE,
            FactKey.INTERFACE_UP,
            FactKey.PARENT,
            FactKey.PARENT_UP,
            FactKey.SAME_KEY,
            FactKey.CARRIER,
            FactKey.HARDWARE,
            FactKey.MODE,
            FactKey.MTU,
            FactKey.ADDRESSES,
            FactKey.DUPLICATES);
    private static final List<FactKey> WANTED =
            List.of(FactKey.MODE_WANTED, FactKey.MTU_WANTED, FactKey.ADDRESSES_WANTED);

    private final Host host;
    private final Tools tools;

    NetdevLooks(Host host, Tools tools) {
        this.host = host;
        this.tools = tools;
    }

    List<Look> looks(Subject subject) {
        List<Look> looks = new ArrayList<>();
        looks.add(new Look("ip -j -d link, ip -j addr", KEYS, () -> netdev(subject)));
        Question.Wanted wanted = subject.question().wanted();
        if (!wanted.equals(Question.Wanted.NOTHING)) {
            looks.add(new Look(
                    "what the portal wants",
                    WANTED,
                    () -> Map.of(
                            FactKey.MODE_WANTED, Tools.value(wanted.mode()),
                            FactKey.MTU_WANTED, Tools.value(wanted.mtu()),
                            FactKey.ADDRESSES_WANTED, Tools.value(wanted.addresses()))));
        }
        subject.name().ifPresent(name -> {
            looks.add(Look.of("/sys/class/net/" + name + "/master", FactKey.MASTER, () -> master(name)));
            looks.add(Look.of("/sys/" + DEBUG + name + "_mcg", FactKey.GROUP_JOINED, () -> joined(subject, name)));
            looks.add(tools.look(FactKey.DRIVER, List.of("ethtool", "-i", name), result -> {
                Matcher driver = DRIVER.matcher(result.stdout());
                return result.succeeded() && driver.find() ? new Told.Value(driver.group(1)) : Tools.notTold(result);
            }));
        });
        return looks;
    }

    private static Map<FactKey, Told> netdev(Subject subject) {
        Map<FactKey, Told> told = new EnumMap<>(FactKey.class);
        if (subject.netdev().isEmpty()) {
            Told nothing = subject.known()
                    ? new Told.Nothing()
                    : new Told.Unknown(subject.view().netdevs().trouble().orElse("the interfaces could not be listed"));
            told.put(FactKey.INTERFACE, nothing);
            String why = subject.known() ? "there is no such interface" : "the interfaces could not be listed";
            KEYS.forEach(key -> told.putIfAbsent(key, new Told.Unknown(why)));
            return told;
        }
        NetdevView netdev = subject.netdev().get();
        told.put(FactKey.INTERFACE, new Told.Value(netdev.name()));
        told.put(FactKey.INTERFACE_UP, known(netdev.up().map(up -> up ? "up" : "down")));
        told.put(FactKey.PARENT, Tools.value(netdev.parent()));
        told.put(
                FactKey.PARENT_UP,
                subject.parent().isPresent()
                        ? known(subject.parent().flatMap(NetdevView::up).map(up -> up ? "up" : "down"))
                        : new Told.Nothing());
        told.put(FactKey.SAME_KEY, Tools.value(sameKey(subject, netdev)));
        told.put(FactKey.CARRIER, known(netdev.carrier().map(carrier -> carrier ? "yes" : "no")));
        told.put(FactKey.HARDWARE, known(netdev.hardware().map(HardwareAddress::hex)));
        told.put(FactKey.MODE, known(netdev.mode().map(IpoibMode::text)));
        told.put(FactKey.MTU, known(netdev.mtu().map(Object::toString)));
        addresses(netdev, told);
        return told;
    }

    private static void addresses(NetdevView netdev, Map<FactKey, Told> told) {
        if (netdev.addresses().isEmpty()) {
            told.put(FactKey.ADDRESSES, new Told.Unknown("«ip -j addr» did not tell"));
            told.put(FactKey.DUPLICATES, new Told.Unknown("«ip -j addr» did not tell"));
            return;
        }
        told.put(
                FactKey.ADDRESSES,
                Tools.value(netdev.configured().stream()
                        .map(own -> own.address().toString())
                        .toList()));
        told.put(
                FactKey.DUPLICATES,
                Tools.value(netdev.configured().stream()
                        .filter(AddressView::duplicate)
                        .map(own -> own.address().toString())
                        .toList()));
    }

    private static Told known(Optional<String> value) {
        return value.<Told>map(Told.Value::new).orElseGet(() -> new Told.Unknown("it could not be read"));
    }

    private static List<String> sameKey(Subject subject, NetdevView netdev) {
        return subject.view().knownNetdevs().stream()
                .filter(other -> netdev.isIpoibChild()
                        && other.isIpoibChild()
                        && !other.name().equals(netdev.name())
                        && other.pkey().equals(netdev.pkey())
                        && netdev.pkey().isPresent()
                        && other.parent().equals(netdev.parent()))
                .map(NetdevView::name)
                .toList();
    }

    private Told master(String name) {
        Reading<String> master = host.sysfs().resolve("class/net/" + name + "/master");
        if (master.found().isEmpty()) {
            return Tools.told(master);
        }
        String path = master.found().get();
        String boss = path.substring(path.lastIndexOf('/') + 1);
        Optional<String> bond = host.sysfs()
                .read("class/net/" + boss + "/bonding/mode")
                .found()
                .map(mode -> "bond " + mode.strip().split(" ")[0]);
        boolean vrf = host.sysfs()
                .read("class/net/" + boss + "/uevent")
                .found()
                .filter(text -> text.contains("DEVTYPE=vrf"))
                .isPresent();
        return new Told.Value(bond.orElse((vrf ? "vrf " : "") + boss));
    }

    private Told joined(Subject subject, String name) {
        Reading<String> groups = host.sysfs().read(DEBUG + name + "_mcg");
        if (groups.found().isEmpty()) {
            return new Told.Unknown(groups.trouble().orElse("/sys/" + DEBUG + name + "_mcg is missing"));
        }
        String broadcast = subject.pkey()
                .map(pkey -> "ff12:401b:" + Integer.toHexString(pkey.full()) + ":0:0:0:ffff:ffff")
                .orElse("ff12:401b:");
        return new Told.Value(McgFile.complete(groups.found().get(), broadcast).orElse("not-started"));
    }
}
