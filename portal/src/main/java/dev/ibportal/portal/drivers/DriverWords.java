package dev.ibportal.portal.drivers;

import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.Profile;
import dev.ibportal.drivers.Profile.OnSystem;
import dev.ibportal.portal.drivers.core.Matrix;
import dev.ibportal.portal.drivers.core.NodeFacts;
import dev.ibportal.portal.drivers.core.NodeVerdict;
import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import java.util.List;
import java.util.stream.Collectors;

/** How profiles and verdicts are told. Public for the templates. */
public final class DriverWords {
    private static final int NAMES = 5;

    private final DriverMessages messages;

    DriverWords(Shell shell) {
        this.messages = Texts.of(DriverMessages.class, shell.language());
    }

    public Badge answer(NodeVerdict verdict) {
        return switch (verdict.answer()) {
            case WORKS -> Badge.good(messages.works());
            case REFUSED -> Badge.bad(messages.refused());
            case NOT_KNOWN -> Badge.unknown(messages.not_known());
        };
    }

    /** What a reason is about, in the person's language; its facts follow as they are. */
    public String about(String code) {
        return switch (code) {
            case "system.not-known" -> messages.r_system_not_known();
            case "system.other" -> messages.r_system_other();
            case "system.version" -> messages.r_system_version();
            case "architecture.not-known" -> messages.r_architecture_not_known();
            case "architecture.other" -> messages.r_architecture_other();
            case "kernel.not-known" -> messages.r_kernel_not_known();
            case "kernel.without" -> messages.r_kernel_without();
            case "kernel.needs-more" -> messages.r_kernel_needs_more();
            case "kernel.too-new" -> messages.r_kernel_too_new();
            case "adapter.none" -> messages.r_adapter_none();
            case "adapter.not-told" -> messages.r_adapter_not_told();
            case "adapter.not-known" -> messages.r_adapter_not_known();
            case "adapter.ethernet" -> messages.r_adapter_ethernet();
            case "adapter.driver" -> messages.r_adapter_driver();
            case "adapter.generation" -> messages.r_adapter_generation();
            case "node.silent" -> messages.r_node_silent();
            default -> code;
        };
    }

    public String system(Matrix.Row row) {
        NodeShape shape = row.shape();
        return row.known() ? shape.system() + " " + shape.systemVersion() : messages.not_told();
    }

    public String adapters(Matrix.Row row) {
        return row.adaptersKnown()
                ? row.shape().generations().stream().map(HcaGeneration::label).collect(Collectors.joining(", "))
                : messages.not_told();
    }

    /** The first few names, and how many more there are. */
    public String names(List<NodeFacts> nodes) {
        String some = nodes.stream().limit(NAMES).map(NodeFacts::name).collect(Collectors.joining(", "));
        return nodes.size() <= NAMES ? some : messages.and_more(some, nodes.size() - NAMES);
    }

    public String systems(Profile profile) {
        return profile.systems().isEmpty()
                ? messages.not_in_catalogue()
                : profile.systems().stream().map(DriverWords::system).collect(Collectors.joining("; "));
    }

    private static String system(OnSystem one) {
        return String.join(", ", one.ids()) + " " + String.join(", ", one.versions());
    }

    public String architectures(Profile profile) {
        return profile.architectures().isEmpty()
                ? messages.not_in_catalogue()
                : String.join(", ", profile.architectures());
    }
}
