package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** A diagnosis in the person's language. Public for the templates. */
public final class DoctorWords {
    private final DoctorMessages words;
    private final CauseMessages causes;

    DoctorWords(Shell shell) {
        words = Texts.of(DoctorMessages.class, shell.language());
        causes = Texts.of(CauseMessages.class, shell.language());
    }

    public Badge verdict(DiagnosisView view) {
        return switch (view.verdict()) {
            case "sound" -> Badge.good(words.sound());
            case "broken" -> Badge.bad(words.broken());
            default -> Badge.unknown(words.untold());
        };
    }

    public Badge result(DiagnosisView.Step step) {
        return switch (step.result()) {
            case "holds" -> Badge.good(words.holds());
            case "broken" -> Badge.bad(words.broken());
            case "fails" -> Badge.warn(words.fails());
            default -> Badge.unknown(words.untold());
        };
    }

    public String cause(DiagnosisView.Named cause) {
        return KnownCause.byCode(cause.code())
                .map(known -> CauseWords.name(causes, known))
                .orElse(cause.message());
    }

    public String fix(DiagnosisView.Named cause) {
        return KnownCause.byCode(cause.code())
                .map(known -> CauseWords.fix(causes, known))
                .orElse(cause.fix());
    }

    public String place(DiagnosisView view, String place) {
        DiagnosisView.Member to = view.to();
        return switch (place) {
            case "here" -> view.from().node().name();
            case "there" -> to == null ? "" : to.node().name();
            case "between" -> words.place_between();
            default -> words.place_fabric();
        };
    }

    public String link(String link) {
        return switch (link) {
            case "device" -> words.link_device();
            case "module" -> words.link_module();
            case "link-layer" -> words.link_link_layer();
            case "physical" -> words.link_physical();
            case "state" -> words.link_state();
            case "subnet-manager" -> words.link_subnet_manager();
            case "pkey" -> words.link_pkey();
            case "membership" -> words.link_membership();
            case "interface" -> words.link_interface();
            case "carrier" -> words.link_carrier();
            case "mode" -> words.link_mode();
            case "mtu" -> words.link_mtu();
            case "address" -> words.link_address();
            case "route" -> words.link_route();
            case "neighbour" -> words.link_neighbour();
            case "path" -> words.link_path();
            case "filter" -> words.link_filter();
            case "peer" -> words.link_peer();
            default -> words.link_reachable();
        };
    }
}
