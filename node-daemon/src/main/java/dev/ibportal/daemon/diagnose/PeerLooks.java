package dev.ibportal.daemon.diagnose;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.inventory.HardwareAddress;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.NetdevView.AddressView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way to the peer and whether packets take it. */
final class PeerLooks {
    private static final int IPV4_HEADERS = 28;
    private static final int IPV6_HEADERS = 48;
    private static final int MOST_ADDRESSES = 4;
    private static final Pattern COUNTS = Pattern.compile("(\\d+) packets transmitted, (\\d+) (?:packets )?received");
    private static final Pattern SETTING = Pattern.compile("(?m)= (\\d+)$");
    private static final Pattern REPLY = Pattern.compile("reply from \\S+ \\[([0-9A-Fa-f:]+)\\]");
    private static final Set<Integer> USUAL_RULES = Set.of(0, 1000, 32766, 32767);

    private final Tools tools;

    PeerLooks(Tools tools) {
        this.tools = tools;
    }

    List<Look> looks(Subject subject) {
        List<Look> looks = new ArrayList<>(duplicates(subject));
        Optional<IpAddress> peer = subject.question().peer();
        if (peer.isEmpty()) {
            return looks;
        }
        IpAddress target = peer.get();
        looks.add(Look.of("asked for", FactKey.PEER, () -> new Told.Value(target.toString())));
        looks.add(tools.look(FactKey.ROUTE, List.of("ip", "-j", "route", "get", target.toString()), PeerLooks::route));
        looks.add(tools.look(
                FactKey.POLICY_RULES,
                List.of("ip", "-j", target.family() == IpFamily.IPV6 ? "-6" : "-4", "rule"),
                PeerLooks::rules));
        looks.add(Look.of("ip -j addr", FactKey.SAME_NETWORK, () -> sameNetwork(subject, target)));
        looks.add(tools.look(
                FactKey.ECHO_IGNORED, List.of("sysctl", "net/ipv4/icmp_echo_ignore_all"), PeerLooks::largest));
        subject.name().ifPresent(name -> onInterface(subject, name, target, looks));
        return looks;
    }

    private void onInterface(Subject subject, String name, IpAddress target, List<Look> looks) {
        looks.add(tools.look(
                FactKey.RP_FILTER,
                List.of("sysctl", "net/ipv4/conf/all/rp_filter", "net/ipv4/conf/" + name + "/rp_filter"),
                PeerLooks::largest));
        looks.add(tools.look(FactKey.PING_SMALL, ping(name, target, List.of()), result -> answered(result, "")));
        subject.netdev().flatMap(NetdevView::mtu).ifPresent(mtu -> {
            int payload = mtu - (target.family() == IpFamily.IPV4 ? IPV4_HEADERS : IPV6_HEADERS);
            looks.add(tools.look(
                    FactKey.PING_FULL,
                    ping(name, target, List.of("-M", "do", "-s", Integer.toString(payload))),
                    result -> answered(result, " " + payload + " bytes")));
        });
    }

    private static List<String> ping(String name, IpAddress target, List<String> size) {
        List<String> argv = new ArrayList<>(List.of("ping", "-n", "-c", "2", "-i", "0.2", "-W", "1", "-w", "2"));
        argv.addAll(List.of("-I", name));
        argv.addAll(size);
        argv.add(target.toString());
        return argv;
    }

    private static Told answered(CommandResult result, String size) {
        Matcher counts = COUNTS.matcher(result.stdout());
        if (!counts.find()) {
            return unreachable(result) ? new Told.Value("0/2" + size) : Tools.notTold(result);
        }
        return new Told.Value(counts.group(2) + "/" + counts.group(1) + size);
    }

    /** It ends at once where the kernel itself knows no way. */
    private static boolean unreachable(CommandResult result) {
        return result.stderr().contains("unreachable") || result.stderr().contains("Message too long");
    }

    private static Told route(CommandResult result) {
        if (!result.succeeded()) {
            return result.stderr().contains("unreachable") ? new Told.Nothing() : Tools.notTold(result);
        }
        return json(result, array -> {
            JsonNode route = array.path(0);
            String device = route.path("dev").asText("");
            return device.isEmpty()
                    ? new Told.Nothing()
                    : new Told.Value(
                            "dev " + device + " src " + route.path("prefsrc").asText("?"));
        });
    }

    private static Told rules(CommandResult result) {
        return json(result, array -> {
            List<String> odd = new ArrayList<>();
            array.forEach(rule -> {
                if (!USUAL_RULES.contains(rule.path("priority").asInt())) {
                    odd.add(Json.line(rule));
                }
            });
            return Tools.value(odd);
        });
    }

    private interface FromJson {
        Told told(JsonNode array);
    }

    private static Told json(CommandResult result, FromJson reading) {
        if (!result.succeeded()) {
            return Tools.notTold(result);
        }
        try {
            return reading.told(Json.parse(result.stdout().isBlank() ? "[]" : result.stdout()));
        } catch (JsonProcessingException e) {
            return new Told.Unknown("«" + result.command() + "» printed broken JSON");
        }
    }

    private static Told sameNetwork(Subject subject, IpAddress target) {
        return Tools.value(Subject.withNetworkOf(subject.view(), target)
                .map(NetdevView::name)
                .filter(name -> !Optional.of(name).equals(subject.name()))
                .toList());
    }

    /** The kernel takes the largest of several. */
    private static Told largest(CommandResult result) {
        Matcher setting = SETTING.matcher(result.stdout());
        int largest = -1;
        while (setting.find()) {
            largest = Math.max(largest, Integer.parseInt(setting.group(1)));
        }
        return largest < 0 ? Tools.notTold(result) : new Told.Value(Integer.toString(largest));
    }

    /** Asks, without having the address for the time of the question, whether somebody else has it. */
    private List<Look> duplicates(Subject subject) {
        List<IpAddress> own = subject
                .netdev()
                .filter(netdev -> netdev.carrier().orElse(false))
                .map(NetdevView::configured)
                .orElse(List.of())
                .stream()
                .map(AddressView::address)
                .map(address -> address.address())
                .filter(address -> address.family() == IpFamily.IPV4)
                .limit(MOST_ADDRESSES)
                .toList();
        if (own.isEmpty() || subject.name().isEmpty()) {
            return List.of();
        }
        String source = "arping -D -I " + subject.name().get();
        return List.of(Look.of(
                source, FactKey.OTHER_OWNER, () -> otherOwner(subject.name().get(), own)));
    }

    private Told otherOwner(String name, List<IpAddress> own) {
        for (IpAddress address : own) {
            CommandResult result =
                    tools.run(Command.of("arping", "-D", "-c", "1", "-w", "1", "-I", name, address.toString()));
            Matcher reply = REPLY.matcher(result.stdout());
            if (reply.find()) {
                return new Told.Value(address + " at " + reply.group(1).toLowerCase(Locale.ROOT));
            }
            if (!result.succeeded()) {
                return Tools.notTold(result);
            }
        }
        return new Told.Nothing();
    }

    /** After packets were sent, so that the table shows what came of them. */
    Optional<Look> neighbour(Subject subject) {
        return subject.name()
                .flatMap(name -> subject.question()
                        .peer()
                        .map(peer -> tools.look(
                                FactKey.NEIGHBOUR,
                                List.of("ip", "-j", "neigh", "show", "dev", name),
                                result -> neighbour(result, peer))));
    }

    private static Told neighbour(CommandResult result, IpAddress peer) {
        return json(result, array -> {
            for (JsonNode entry : array) {
                if (entry.path("dst").asText("").equals(peer.toString())) {
                    String hardware = HardwareAddress.parse(entry.path("lladdr").asText(""))
                            .map(address -> " " + address.hex())
                            .orElse("");
                    return new Told.Value(entry.path("state").path(0).asText("NONE") + hardware);
                }
            }
            return new Told.Nothing();
        });
    }
}
