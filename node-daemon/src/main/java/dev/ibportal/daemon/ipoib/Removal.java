package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_INTERFACE;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PERSISTED;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.KeyfileWriter;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An interface that must not exist: neither live nor in a file that would bring it back. */
record Removal(Wish.Absent wish, Wish.Target target) {

    /** A removal is never taken back: half of it is nearer to what people want than none. */
    Plan plan(Sight sight) {
        if (sight.host().netdevs() instanceof Reading.Unreadable<?> unreadable) {
            return new Plan.Refused(Cause.unreadable(unreadable.reason()));
        }
        if (sight.persisted().trouble().isPresent()) {
            return new Plan.Refused(Cause.unreadable(sight.persisted().trouble().get()));
        }
        List<Step> steps = new ArrayList<>();
        Map<String, String> files = files(sight);
        if (sight.networkManager() && !files.isEmpty()) {
            files.values().stream()
                    .flatMap(content -> Mark.of(content).stream())
                    .map(mark -> KeyfileWriter.uuid(mark.interfaceId()).toString())
                    .distinct()
                    .forEach(uuid -> steps.add(new Step.ForgetProfile(uuid)));
        }
        for (NetdevView child : children(sight)) {
            try {
                steps.add(new Step.DeleteChild(new InterfaceName(child.name()), List.of()));
            } catch (InvalidValueException e) {
                return new Plan.Refused(Cause.failed("interface.name", e.getMessage() + "; delete it by hand"));
            }
        }
        files.forEach((path, content) -> steps.add(new Step.DeleteFile(path, content, Writer.modeOf(path))));
        return new Plan.Change(steps);
    }

    private List<NetdevView> children(Sight sight) {
        return sight.host().children(target.port(), target.pkey());
    }

    private Map<String, String> files(Sight sight) {
        return sight.persisted().of(new Mark(wish.interfaceId(), target.port(), target.pkey()));
    }

    Finding check(Sight sight) {
        Finding.Builder finding = new Finding.Builder();
        List<NetdevView> children = children(sight);
        finding.observed(Observed.of(
                children.stream().findFirst(),
                sight.host().port(target.port()),
                target.pkey(),
                sight,
                wish.interfaceId()));
        boolean notLive = live(sight, children, finding);
        boolean notKept = persisted(sight, finding);
        if (notLive && notKept) {
            wish.ledgerId().ifPresent(finding::proven);
        }
        return finding.build();
    }

    private boolean live(Sight sight, List<NetdevView> children, Finding.Builder finding) {
        String wanted = "no interface for " + target.pkey() + " on port " + target.port();
        boolean childWithoutPort = sight.host().knownNetdevs().stream()
                .anyMatch(netdev -> netdev.isIpoibChild()
                        && (netdev.portGuid().isEmpty() || netdev.pkey().isEmpty()));
        if (!children.isEmpty()) {
            String found = children.stream().map(NetdevView::name).collect(Collectors.joining(", "));
            finding.ownWorkBroken(
                    CHAIN_LINK_INTERFACE,
                    wanted,
                    found,
                    Cause.failed("interface.still-there", "wanted " + wanted + ", found " + found));
            return false;
        }
        if (sight.host().netdevs().found().isEmpty() || childWithoutPort) {
            finding.unknown(CHAIN_LINK_INTERFACE, wanted, "which interfaces there are");
            return false;
        }
        finding.ok(CHAIN_LINK_INTERFACE, wanted, "none");
        return true;
    }

    private boolean persisted(Sight sight, Finding.Builder finding) {
        String wanted = "no file that would bring it back";
        if (sight.persisted().trouble().isPresent()) {
            finding.unknown(
                    CHAIN_LINK_PERSISTED, wanted, sight.persisted().trouble().get());
            return false;
        }
        Map<String, String> files = files(sight);
        if (files.isEmpty()) {
            finding.ok(CHAIN_LINK_PERSISTED, wanted, "none");
            return true;
        }
        String found = String.join(", ", files.keySet());
        finding.ownWorkBroken(
                CHAIN_LINK_PERSISTED,
                wanted,
                found,
                Cause.failed("file.still-there", "wanted " + wanted + ", found " + found));
        return false;
    }
}
