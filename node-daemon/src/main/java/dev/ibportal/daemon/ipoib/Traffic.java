package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.TrafficEffect;
import dev.ibportal.agent.v1.TrafficKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the steps of one item do to traffic that flows now. */
public final class Traffic {
    private Traffic() {}

    public static List<TrafficEffect> of(HostPlan.Part part) {
        List<Step> steps = part.steps();
        Set<TrafficEffect> effects = new LinkedHashSet<>();
        boolean remade = steps.stream().anyMatch(Step.CreateChild.class::isInstance);
        for (Step step : steps) {
            effect(step, part, remade, effects);
        }
        boolean created = effects.stream()
                .anyMatch(e -> e.getKind() == TrafficKind.TRAFFIC_KIND_ADDED
                        && !e.getSubject().contains("/"));
        if (created) {
            // Whatever else is done to an interface that does not exist yet disturbs nobody.
            effects.removeIf(e -> e.getKind() == TrafficKind.TRAFFIC_KIND_PACKET_SIZE
                    || (e.getKind() == TrafficKind.TRAFFIC_KIND_ADDED
                            && e.getSubject().contains("/")));
        }
        return List.copyOf(effects);
    }

    private static void effect(Step step, HostPlan.Part part, boolean remade, Set<TrafficEffect> effects) {
        if (step instanceof Step.CreateChild create) {
            effects.add(effect(TrafficKind.TRAFFIC_KIND_ADDED, create.name().text()));
        } else if (step instanceof Step.ActivateProfile) {
            boolean there = part.steps().stream().anyMatch(s -> s instanceof Step.LoadProfile load && load.known());
            effects.add(
                    effect(there ? TrafficKind.TRAFFIC_KIND_INTERRUPTED : TrafficKind.TRAFFIC_KIND_ADDED, part.name()));
        } else if (step instanceof Step.DeleteChild delete) {
            effects.add(effect(
                    remade ? TrafficKind.TRAFFIC_KIND_INTERRUPTED : TrafficKind.TRAFFIC_KIND_INTERFACE_REMOVED,
                    delete.name().text()));
        } else if (step instanceof Step.SetMode mode) {
            effects.add(effect(TrafficKind.TRAFFIC_KIND_INTERRUPTED, mode.name().text()));
        } else if (step instanceof Step.SetMtu mtu) {
            effects.add(effect(TrafficKind.TRAFFIC_KIND_PACKET_SIZE, mtu.name().text()));
        } else if (step instanceof Step.RaiseMtu raise) {
            effects.add(
                    effect(TrafficKind.TRAFFIC_KIND_PACKET_SIZE, raise.name().text()));
        } else if (step instanceof Step.RemoveAddress remove) {
            effects.add(effect(
                    TrafficKind.TRAFFIC_KIND_ADDRESS_REMOVED, remove.address().toString()));
        } else if (step instanceof Step.AddAddress add) {
            effects.add(effect(TrafficKind.TRAFFIC_KIND_ADDED, add.address().toString()));
        } else if (isSetting(step)) {
            effects.add(effect(TrafficKind.TRAFFIC_KIND_SETTINGS, part.name()));
        }
    }

    /** Commands that are about neither link nor file nor profile: routes, rules, kernel parameters. */
    private static boolean isSetting(Step step) {
        return step instanceof Step.ByCommand
                && !(step instanceof Step.LinkUp
                        || step instanceof Step.LinkDown
                        || step instanceof Step.LoadModule
                        || step instanceof Step.UnloadModule
                        || step instanceof Step.LoadProfile
                        || step instanceof Step.ForgetProfile
                        || step instanceof Step.DeactivateProfile
                        || step instanceof Step.Replay);
    }

    private static TrafficEffect effect(TrafficKind kind, String subject) {
        return TrafficEffect.newBuilder().setKind(kind).setSubject(subject).build();
    }
}
