package dev.ibportal.drivers;

import dev.ibportal.drivers.Profile.OnSystem;
import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Decides whether a profile works on a node, with every reason against it and not only the first. */
public final class Decision {
    private final NodeShape node;
    private final Profile profile;
    private final List<Reason> whyNot = new ArrayList<>();
    private final List<Reason> open = new ArrayList<>();
    private final List<Reason> notes = new ArrayList<>();

    private Decision(NodeShape node, Profile profile) {
        this.node = node;
        this.profile = profile;
    }

    public static Verdict of(NodeShape node, Profile profile) {
        Decision decision = new Decision(node, profile);
        decision.system();
        decision.architecture();
        decision.kernel();
        decision.adapters();
        return new Verdict(profile, decision.whyNot, decision.open, decision.notes);
    }

    /**
     * What works instead: of the same stack where there is one, else the distribution's own, and of one stack the newest. What
     * only may work is not offered.
     */
    public static Optional<Profile> nearest(NodeShape node, Profile refused, Catalogue catalogue) {
        return catalogue.profiles().stream()
                .filter(one -> !one.id().equals(refused.id()))
                .filter(one -> of(node, one).answer() == Answer.WORKS)
                .min(Comparator.comparing((Profile one) -> one.stack() != refused.stack())
                        .thenComparing(one -> one.stack() != Stack.INBOX)
                        .thenComparing(Profile::version, Decision::newestFirst));
    }

    private static int newestFirst(String one, String other) {
        return KernelRelease.of(other).compareTo(KernelRelease.of(one));
    }

    private void system() {
        String here = node.system() + " " + node.systemVersion();
        if (profile.systems().isEmpty()) {
            open.add(new Reason(
                    "system.not-known",
                    "for which systems " + profile.label() + " is made is not in the catalogue",
                    "look into its release notes, and add it to the catalogue"));
            return;
        }
        if (profile.systems().stream().anyMatch(one -> one.isFor(node.system(), node.systemVersion()))) {
            return;
        }
        List<String> versions = profile.systems().stream()
                .filter(one -> one.isFor(node.system()))
                .flatMap(one -> one.versions().stream())
                .toList();
        whyNot.add(
                versions.isEmpty()
                        ? new Reason("system.other", profile.label() + " is not made for " + node.system(), systems())
                        : new Reason(
                                "system.version",
                                profile.label() + " is made for " + node.system() + " " + String.join(", ", versions)
                                        + ", and this is " + here,
                                "another version of the stack or of the system"));
    }

    private String systems() {
        List<String> ids = profile.systems().stream()
                .map(OnSystem::ids)
                .map(List::stream)
                .flatMap(stream -> stream)
                .distinct()
                .toList();
        return "it is made for " + String.join(", ", ids);
    }

    private void architecture() {
        if (profile.architectures().isEmpty()) {
            open.add(new Reason(
                    "architecture.not-known",
                    "for which processors " + profile.label() + " is made is not in the catalogue",
                    "look into its release notes"));
        } else if (!profile.architectures().contains(node.architecture())) {
            whyNot.add(new Reason(
                    "architecture.other",
                    profile.label() + " is made for " + String.join(", ", profile.architectures()) + ", and this is "
                            + node.architecture(),
                    ""));
        }
    }

    private void kernel() {
        KernelRelease running = KernelRelease.of(node.kernel());
        if (running.equals(KernelRelease.NONE)) {
            open.add(new Reason("kernel.not-known", "the running kernel's release is not known", "look at uname -r"));
            return;
        }
        profile.kernels().stream()
                .filter(rule -> node.kernel().contains(rule.contains()))
                .forEach(rule -> (rule.refuses() ? whyNot : open)
                        .add(new Reason(
                                rule.refuses() ? "kernel.without" : "kernel.needs-more",
                                rule.because() + " (running: " + node.kernel() + ")",
                                rule.instead())));
        if (profile.lastKernel().isEmpty()) {
            unlisted();
        } else if (running.compareTo(KernelRelease.of(profile.lastKernel())) > 0) {
            whyNot.add(new Reason(
                    "kernel.too-new",
                    profile.label() + " knows kernels up to " + profile.lastKernel() + ", and " + node.kernel()
                            + " runs here: its modules would not build",
                    "a newer version of the stack, an older kernel, or the distribution's own drivers"));
        }
    }

    /** The distribution's own modules come with its kernel; a vendor's are made for some kernels only. */
    private void unlisted() {
        if (profile.stack() != Stack.INBOX) {
            open.add(new Reason(
                    "kernel.list-not-known",
                    "up to which kernel " + profile.label() + " works is not in the catalogue, and " + node.kernel()
                            + " runs here",
                    "look into its release notes, and add the last kernel to the catalogue"));
        }
    }

    private void adapters() {
        if (node.adapters().isEmpty()) {
            whyNot.add(new Reason("adapter.none", "no adapter for RDMA was found on this node", "look at lspci"));
            return;
        }
        node.generations().forEach(this::adapter);
    }

    private void adapter(HcaGeneration generation) {
        if (generation == HcaGeneration.UNKNOWN) {
            open.add(new Reason(
                    "adapter.not-known",
                    "not every adapter of this node is known here: " + node.adapters(),
                    "tell us the PCI id"));
            return;
        }
        if (!generation.isInfiniBand()) {
            notes.add(new Reason(
                    "adapter.ethernet", generation.label() + " is an Ethernet adapter, which never carries IPoIB", ""));
        }
        if (!profile.drivers().contains(generation.driver())) {
            whyNot.add(new Reason(
                    "adapter.driver",
                    profile.label() + " brings no " + generation.driver() + ", which " + generation.label() + " needs",
                    "the distribution's own drivers"));
        }
        profile.without().stream()
                .filter(one -> one.generation() == generation)
                .forEach(one -> whyNot.add(new Reason(
                        "adapter.generation",
                        profile.label() + " does not serve " + generation.label() + ": " + one.because(),
                        "another version of the stack")));
    }
}
