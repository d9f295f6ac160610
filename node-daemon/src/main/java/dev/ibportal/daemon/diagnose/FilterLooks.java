package dev.ibportal.daemon.diagnose;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ibportal.daemon.diagnose.filter.IptablesRules;
import dev.ibportal.daemon.diagnose.filter.NftRules;
import dev.ibportal.daemon.diagnose.filter.Packet;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Both listings of the packet filter. One that is missing is no trouble as long as the other one tells. */
final class FilterLooks {
    private final Tools tools;

    FilterLooks(Tools tools) {
        this.tools = tools;
    }

    Optional<Look> look(Subject subject) {
        Optional<IpAddress> peer = subject.question().peer();
        Optional<IpAddress> own = peer.flatMap(target -> own(subject, target));
        if (own.isEmpty() || subject.name().isEmpty()) {
            return Optional.empty();
        }
        List<Packet> packets = packets(subject.name().get(), own.get(), peer.get());
        boolean v4 = peer.get().family() == IpFamily.IPV4;
        List<String> iptables = List.of(v4 ? "iptables" : "ip6tables", "-S");
        return Optional.of(Look.of(
                "nft -j list ruleset, " + String.join(" ", iptables), FactKey.FILTER, () -> told(packets, iptables)));
    }

    private static Optional<IpAddress> own(Subject subject, IpAddress target) {
        return subject.netdev().map(NetdevView::configured).orElse(List.of()).stream()
                .map(own -> own.address().address())
                .filter(address -> address.family() == target.family())
                .findFirst();
    }

    private static List<Packet> packets(String name, IpAddress own, IpAddress peer) {
        return List.of(
                new Packet(name, false, own, peer, false),
                new Packet(name, true, peer, own, true),
                new Packet(name, true, peer, own, false),
                new Packet(name, false, own, peer, true));
    }

    private Told told(List<Packet> packets, List<String> iptables) {
        List<String> dropping = new ArrayList<>();
        Optional<String> nft = listing(List.of("nft", "-j", "list", "ruleset"), text -> nft(text, packets, dropping));
        Optional<String> legacy = listing(iptables, text -> {
            IptablesRules rules = IptablesRules.parse(text);
            packets.forEach(packet -> rules.drops(packet).ifPresent(dropping::add));
            return true;
        });
        if (nft.isPresent() && legacy.isPresent()) {
            return new Told.Unknown(nft.get() + "; " + legacy.get());
        }
        Stream<String> certainFirst = Stream.concat(
                dropping.stream().filter(line -> !line.startsWith("maybe ")),
                dropping.stream().filter(line -> line.startsWith("maybe ")));
        return Tools.value(certainFirst.distinct().toList());
    }

    private static boolean nft(String text, List<Packet> packets, List<String> dropping) {
        try {
            NftRules rules = NftRules.parse(text);
            packets.forEach(packet -> rules.drops(packet).ifPresent(dropping::add));
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Why there was no listing. */
    private Optional<String> listing(List<String> argv, Function<String, Boolean> reading) {
        CommandResult result = tools.run(Command.of(argv.toArray(String[]::new)));
        if (!result.succeeded()) {
            return Optional.of(result.describe());
        }
        return reading.apply(result.stdout())
                ? Optional.empty()
                : Optional.of("«" + result.command() + "» printed broken JSON");
    }
}
