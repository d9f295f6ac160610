package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.types.Guid;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * Binds a plan to what it was made of. What comes and goes by itself, carrier above all, is left out: it changes no
 * step.
 */
final class PlanDigest {
    private final StringBuilder text = new StringBuilder();

    private PlanDigest() {}

    /** @param spec the wishes in a form that is the same for the same wishes */
    static String of(String spec, Sight sight, HostPlan plan) {
        PlanDigest digest = new PlanDigest();
        digest.line("spec", spec);
        digest.host(sight);
        digest.line("backend", sight.keepers());
        new TreeMap<>(sight.persisted().ours()).forEach((path, content) -> digest.line(path, content));
        plan.steps().forEach(step -> digest.line("step", StepText.of(step)));
        plan.parts().forEach(part -> {
            if (part.plan() instanceof Plan.Refused refused) {
                digest.line(
                        "refused",
                        part.wish().interfaceId() + " " + refused.cause().code());
            }
        });
        return digest.sha256();
    }

    private void host(Sight sight) {
        line("module", sight.host().ipoibModule().isMissing());
        sight.host().ports().stream()
                .sorted(Comparator.comparing(PortView::device).thenComparing(PortView::number))
                .forEach(port -> line("port", port.guid().map(Guid::toString).orElse("?") + " " + port.linkLayer()));
        sight.host().knownNetdevs().stream()
                .filter(NetdevView::ipoib)
                .sorted(Comparator.comparing(NetdevView::name))
                .forEach(this::netdev);
    }

    private void netdev(NetdevView netdev) {
        List<String> addresses = netdev.configured().stream()
                .map(address -> address.address().toString())
                .sorted()
                .toList();
        line(
                netdev.name(),
                String.join(
                        " ",
                        netdev.parent().orElse("-"),
                        netdev.pkey().map(Object::toString).orElse("?"),
                        netdev.portGuid().map(Object::toString).orElse("?"),
                        netdev.mode().map(Object::toString).orElse("?"),
                        netdev.mtu().map(Object::toString).orElse("?"),
                        netdev.up().map(Object::toString).orElse("?"),
                        netdev.addresses().isPresent() ? addresses.toString() : "?"));
    }

    private void line(String key, Object value) {
        String content = String.valueOf(value);
        text.append(key)
                .append(' ')
                .append(content.length())
                .append(' ')
                .append(content)
                .append('\n');
    }

    private String sha256() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
