package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Language;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.web.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A diagnosis in the person's language. Public for the templates. */
public final class DoctorWords {
    private final DoctorMessages words;
    private final CauseMessages causes;
    private final CauseMessages english = Texts.of(CauseMessages.class, Language.EN);

    private final Language language;

    DoctorWords(Shell shell) {
        language = shell.language();
        words = Texts.of(DoctorMessages.class, shell.language());
        causes = Texts.of(CauseMessages.class, shell.language());
    }

    public Badge verdict(DiagnosisView view) {
        return switch (view.verdict()) {
            case "sound" -> view.untold().isEmpty() ? Badge.good(words.sound()) : Badge.unknown(words.sound_as_far());
            case "at_risk" -> Badge.warn(words.at_risk());
            case "broken" -> Badge.bad(words.broken());
            case "not_meant" -> Badge.plain(words.not_meant());
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

    /** One sentence on what the verdict means here. */
    public String lead(DiagnosisView view) {
        if (view.verdict().equals("cannot_be_told")) {
            return untold(view);
        }
        return switch (view.verdict()) {
            case "sound" ->
                view.untold().isEmpty()
                        ? words.all_well()
                        : words.well_as_far(view.untold().size());
            case "at_risk" -> words.passes_but();
            case "not_meant" -> words.apart();
            default -> "";
        };
    }

    private String untold(DiagnosisView view) {
        for (String place : List.of("here", "there")) {
            if (view.isSilent(place)) {
                String name = place(view, place);
                return Boolean.TRUE.equals(view.passes()) ? words.silent_but_passes(name) : words.silent(name);
            }
        }
        return view.consequences().isEmpty()
                ? words.what_is_missing(view.untold().size())
                : words.what_failed();
    }

    /** The page of a node whose daemon gave no answer; empty where both did. */
    public List<Ref> silent(DiagnosisView view) {
        List<Ref> nodes = new ArrayList<>();
        if (view.isSilent("here")) {
            nodes.add(view.from().node());
        }
        DiagnosisView.Member to = view.to();
        if (to != null && view.isSilent("there")) {
            nodes.add(to.node());
        }
        return nodes;
    }

    /** What could not be told, with the reason. Of an end that was not looked at, that alone is the reason. */
    public List<DiagnosisView.Step> untoldLinks(DiagnosisView view) {
        return view.untold().stream()
                .filter(step -> step.link().equals("daemon") || !view.isSilent(step.place()))
                .toList();
    }

    /** What rules and daemons say, in the person's language where it is known. */
    public Sentences.Said said(String english) {
        return Sentences.tell(language, english);
    }

    /** What was looked at. */
    public String fact(String key) {
        return language == Language.EN
                ? key.replace('-', ' ')
                : Sentences.tell(language, key).text();
    }

    /** What was found, where it says more than the cause's own name. */
    public String more(DiagnosisView.Named cause) {
        String headline = KnownCause.byCode(cause.code())
                .map(known -> CauseWords.name(english, known))
                .orElse("");
        return plain(headline).equals(plain(cause.message())) ? "" : cause.message();
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[.\\s]+$", "");
    }

    public String cause(DiagnosisSummary.Group group) {
        return KnownCause.byCode(group.code())
                .map(known -> CauseWords.name(causes, known))
                .orElse(group.code());
    }

    /** For the page's title, which is read out first. */
    public String headline(DiagnosisService.Diagnoses found) {
        return found.items().size() == 1 ? verdict(found.items().get(0)).label() : counts(found.summary());
    }

    public String counts(DiagnosisSummary summary) {
        return words.counts(summary.broken() + summary.atRisk(), summary.pairs(), summary.untold(), summary.notMeant());
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
            case "daemon" -> words.link_daemon();
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
