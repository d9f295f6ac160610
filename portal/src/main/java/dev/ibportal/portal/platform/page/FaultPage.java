package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import dev.ibportal.portal.platform.fault.DomainFault.Problem;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.qute.i18n.MessageBundles;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.LanguageHeader;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fault as a page. It may have happened before anybody knew who asks, so it looks only at the request itself; the
 * detail is in English, what it means and what to do are in the person's language.
 */
@ApplicationScoped
public class FaultPage {
    private static final Pattern TOKEN = Pattern.compile("[\\w-]{22}");

    private final Assets assets;

    FaultPage(Assets assets) {
        this.assets = assets;
    }

    @CheckedTemplate(basePath = "platform")
    static class Templates {
        static native TemplateInstance fault(Words words, Problem problem, UUID requestId);
    }

    /**
     * Switches language. Public for the template.
     *
     * @param token for its form; empty: there can be none
     * @param back the page that was asked for; a form that was sent cannot be sent again
     */
    public record Switch(String token, String back) {}

    /**
     * Who looks, as far as that is known without asking the database. Public for the template.
     *
     * @param tenantHref of the only tenant; empty: none, or several
     */
    public record Known(String name, boolean portalWide, String tenantHref, boolean audit) {
        static Known of(Actor actor) {
            String tenant = actor.tenants().size() == 1 && !actor.isPortalWide()
                    ? "/tenants/" + actor.tenants().iterator().next()
                    : "";
            return new Known(actor.name(), actor.isPortalWide(), tenant, actor.maySomewhere(Permissions.AUDIT_READ));
        }
    }

    /** Public for the template. */
    public record Words(
            String title,
            String nextStep,
            Language language,
            Theme theme,
            String assets,
            FieldError what,
            @Nullable Known who,
            Switch switches) {
        public Language[] languages() {
            return Language.values();
        }

        public Theme[] themes() {
            return Theme.values();
        }

        Words telling(Problem problem) {
            FieldError first = problem.errors().size() == 1
                    ? problem.errors().get(0)
                    : new FieldError("", problem.detail(), problem.type());
            return new Words(title, nextStep, language, theme, assets, first, who, switches);
        }
    }

    public String html(RoutingContext context, Problem problem, UUID requestId) {
        Language language = language(context);
        AppMessages messages = Texts.of(AppMessages.class, language);
        Words words = words(context, title(problem, messages), nextStep(problem, messages))
                .telling(problem);
        return Templates.fault(words, problem, requestId)
                .setAttribute(MessageBundles.ATTRIBUTE_LOCALE, language.locale())
                .render();
    }

    Words words(RoutingContext context, String title, String nextStep) {
        Theme theme = Theme.of(cookie(context, Cookies.THEME).orElse(null));
        return new Words(
                title,
                nextStep,
                language(context),
                theme,
                assets.version(),
                new FieldError("", ""),
                CurrentActor.find(context).map(Known::of).orElse(null),
                switches(context));
    }

    /** The token of forms is the browser's own; who has none yet has seen no page of ours, and its language is the browser's. */
    private static Switch switches(RoutingContext context) {
        String token = cookie(context, OldForms.TOKEN)
                .filter(text -> TOKEN.matcher(text).matches())
                .orElse("");
        boolean again = context.request().method().name().equals("GET");
        return new Switch(token, again ? Html.local(context.request().uri()) : "/");
    }

    static Language language(RoutingContext context) {
        return cookie(context, Cookies.LANGUAGE)
                .flatMap(Language::of)
                .orElseGet(() -> Language.best(languages(context)));
    }

    private static Optional<String> cookie(RoutingContext context, String name) {
        return Optional.ofNullable(context.request().getCookie(name)).map(Cookie::getValue);
    }

    private static List<Locale> languages(RoutingContext context) {
        return context.acceptableLanguages().stream()
                .map(LanguageHeader::tag)
                .map(Locale::forLanguageTag)
                .toList();
    }

    private static String title(Problem problem, AppMessages messages) {
        return switch (problem.status()) {
            case 401, 403 -> messages.fault_forbidden();
            case 404 -> messages.fault_missing();
            case 409 -> messages.fault_conflict();
            case 412, 428 -> messages.fault_stale();
            case 429, 503 -> messages.fault_busy();
            default -> problem.status() >= 500 ? messages.fault_internal() : messages.fault_request();
        };
    }

    private static String nextStep(Problem problem, AppMessages messages) {
        return switch (problem.status()) {
            case 401, 403 -> messages.fault_forbidden_step();
            case 404 -> messages.fault_missing_step();
            case 409 -> messages.fault_conflict_step();
            case 412, 428 -> messages.fault_stale_step();
            case 429, 503 -> messages.fault_busy_step();
            default -> problem.status() >= 500 ? messages.fault_internal_step() : messages.fault_request_step();
        };
    }
}
