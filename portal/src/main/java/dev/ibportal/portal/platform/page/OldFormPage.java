package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.page.FaultPage.Words;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.qute.i18n.MessageBundles;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;

/** Shows what stood in a form that got old, to be sent again. */
@ApplicationScoped
class OldFormPage {
    private static final int SHOWN = 40;
    private static final Set<String> HIDDEN = Set.of("version", "acting", "what");

    private final FaultPage faults;

    OldFormPage(FaultPage faults) {
        this.faults = faults;
    }

    /** Public for the template. */
    public record Entry(String name, String value) {}

    /** Public for the template. */
    public record Kept(String action, String token, List<Entry> entries) {
        public List<Entry> shown() {
            return entries.stream()
                    .filter(entry -> !entry.value().isBlank() && !HIDDEN.contains(entry.name()))
                    .limit(SHOWN)
                    .toList();
        }
    }

    @CheckedTemplate(basePath = "platform")
    static class Templates {
        static native TemplateInstance oldForm(Words words, Kept kept);
    }

    String html(RoutingContext context, List<Entry> entries, String token) {
        Language language = FaultPage.language(context);
        AppMessages messages = Texts.of(AppMessages.class, language);
        Words words = faults.words(
                context,
                messages.old_form(),
                entries.isEmpty() ? messages.old_form_open_step() : messages.old_form_send_step());
        return Templates.oldForm(words, new Kept(RequestInfo.pathOf(context), token, entries))
                .setAttribute(MessageBundles.ATTRIBUTE_LOCALE, language.locale())
                .render();
    }
}
