package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Watches the way to the portal while something is changed that it runs over. */
record DeadMan(WayOut way, Optional<IpAddress> source, boolean isArmed, String device) {
    static final String CODE = "portal.cut-off";

    static DeadMan watch(WayOut way, HostPlan plan, Sight sight) {
        Optional<IpAddress> source = plan.acts() ? way.source() : Optional.empty();
        Optional<String> device = device(source, sight);
        // A portal that does not answer now would not answer later either, whatever is done.
        boolean armed = isTouched(way, source, plan, sight) && way.reached();
        return new DeadMan(way, source, armed, device.orElse("an interface of this host"));
    }

    /** Whether the plan changes something that packets to the portal go over. */
    static boolean isTouched(WayOut way, Optional<IpAddress> source, HostPlan plan, Sight sight) {
        if (source.isPresent() && plan.steps().stream().anyMatch(step -> steers(step, source.get(), way.portal()))) {
            return true;
        }
        Set<String> touched = plan.devices();
        return source.flatMap(from -> netdev(from, sight))
                .filter(device -> touched.contains(device.name())
                        || device.parent().filter(touched::contains).isPresent())
                .isPresent();
    }

    /** A rule that is for these packets, or a route that they may take. Where the portal is not known, any could be it. */
    private static boolean steers(Step step, IpAddress source, Optional<IpAddress> portal) {
        if (step instanceof Step.AddRule add) {
            return steers(add.rule(), source, portal);
        } else if (step instanceof Step.RemoveRule remove) {
            return steers(remove.rule(), source, portal);
        } else if (step instanceof Step.AddRoute add) {
            return leads(add.route(), portal);
        }
        return step instanceof Step.RemoveRoute remove && leads(remove.route(), portal);
    }

    private static boolean steers(PolicyRule rule, IpAddress source, Optional<IpAddress> portal) {
        boolean fromElsewhere =
                rule.from().filter(from -> !from.contains(source)).isPresent();
        boolean toElsewhere = rule.to()
                .filter(to -> portal.filter(address -> !to.contains(address)).isPresent())
                .isPresent();
        return !fromElsewhere && !toElsewhere;
    }

    /** Tables of their own are steered to by rules. */
    private static boolean leads(Route route, Optional<IpAddress> portal) {
        return route.table().isEmpty()
                && portal.filter(address -> !route.destination().contains(address))
                        .isEmpty();
    }

    private static Optional<String> device(Optional<IpAddress> source, Sight sight) {
        return source.flatMap(from -> netdev(from, sight)).map(NetdevView::name);
    }

    private static Optional<NetdevView> netdev(IpAddress from, Sight sight) {
        return sight.host().knownNetdevs().stream()
                .filter(netdev -> netdev.addresses().orElse(List.of()).stream()
                        .anyMatch(address -> address.address().address().equals(from)))
                .findFirst();
    }

    /** Empty while the portal is, or comes, within reach. */
    Optional<Cause> cut() {
        boolean moved = source.isPresent() && !way.source().equals(source);
        if ((!isArmed && !moved) || way.reachedInTime()) {
            return Optional.empty();
        }
        return Optional.of(Cause.failed(
                CODE,
                "the way to the portal runs over " + device
                        + ", and after the change the portal was not reached again in time"));
    }
}
