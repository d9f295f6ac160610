package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Shell.Person;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shell.Settings;
import dev.ibportal.portal.platform.page.Shell.TenantChoice;
import dev.ibportal.portal.platform.page.Shell.Where;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens a page: settles for which tenant it is, and gathers what the shell around it shows. */
@RequestScoped
public class Shells {
    private final CurrentActor actors;
    private final TenantContext tenants;
    private final ShellSql sql;
    private final Assets assets;
    private final Clock clock;
    private final HttpHeaders headers;
    private final UriInfo uri;

    Shells(
            CurrentActor actors,
            TenantContext tenants,
            ShellSql sql,
            Assets assets,
            Clock clock,
            HttpHeaders headers,
            UriInfo uri) {
        this.actors = actors;
        this.tenants = tenants;
        this.sql = sql;
        this.assets = assets;
        this.clock = clock;
        this.headers = headers;
        this.uri = uri;
    }

    /** A page for people who are not logged in. */
    public Shell openForAnyone() {
        return shell(null, language(null), zone(null), Section.NONE);
    }

    /** A page of the tenant that was chosen in the switcher; without a choice, of everything the person may see. */
    public Shell open(Section section) {
        Actor actor = actors.get();
        ShellSql.Found found = read(actor);
        chooseTenant(actor, found);
        return shell(actor, found, section);
    }

    /**
     * A page about one tenant: it is for that tenant. Operators and auditors of the whole portal who have chosen none stay
     * what they are; whoever has chosen another one is told for whom this page is.
     */
    public Shell openFor(UUID tenant, Section section) {
        Actor actor = actors.get();
        ShellSql.Found found = read(actor);
        if (!actor.isPortalWide() || found.acting() != null) {
            tenants.actFor(tenant);
        }
        return shell(actor, found, section);
    }

    private ShellSql.Found read(Actor actor) {
        boolean secure = "https".equals(uri.getRequestUri().getScheme());
        return sql.read(
                actor, Cookies.read(headers, SessionCookies.session(secure)).orElse(""));
    }

    /** A page about one object: whatever tenant was chosen, it is for the tenant that owns the object. */
    public Shell openOn(TenantTable table, UUID id, Section section) {
        Actor actor = actors.get();
        ShellSql.Found found = read(actor);
        if (actor.isPortalWide() || actor.tenants().size() > 1) {
            tenants.enter(table, id);
        }
        return shell(actor, found, section);
    }

    /** What the session remembers counts only as long as the person still has something to do with that tenant. */
    private void chooseTenant(Actor actor, ShellSql.Found found) {
        if (tenants.tenant().isPresent()) {
            return;
        }
        List<TenantChoice> choices = found.tenants();
        UUID kept = found.acting();
        if (kept != null && actor.knows(kept)) {
            tenants.actFor(kept);
        } else if (!actor.isPortalWide() && !choices.isEmpty()) {
            tenants.actFor(choices.get(0).id());
        }
    }

    private Shell shell(Actor actor, ShellSql.Found found, Section section) {
        Optional<UUID> tenant = tenants.tenant();
        TenantChoice acting = found.tenants().stream()
                .filter(choice -> tenant.filter(choice.id()::equals).isPresent())
                .findFirst()
                .orElse(null);
        Person person = new Person(
                actor.login(),
                actor.name(),
                permission ->
                        tenant.map(id -> actor.may(permission, id)).orElseGet(() -> actor.mayEverywhere(permission)),
                found.tenants(),
                acting,
                actor.isPortalWide());
        Shell shell = shell(person, language(found.locale()), zone(found.zone()), section);
        requireOpenFor(shell);
        return shell;
    }

    /** A form that cannot be saved is not opened: nobody fills it in for nothing. */
    private void requireOpenFor(Shell shell) {
        if (shell.isSuspended() && tenants.isFormFor(Shell.FROZEN)) {
            String reason = shell.suspendedReason();
            throw new DomainFault.Conflict(
                    "tenant-suspended",
                    shell.actingName() + " is suspended since " + shell.suspendedSince()
                            + (reason.isEmpty() ? "" : ": " + reason)
                            + ". Nothing of it is added, changed or removed until an operator resumes it.");
        }
    }

    private Shell shell(@Nullable Person person, Language language, ZoneId zone, Section section) {
        Theme theme = Theme.of(Cookies.read(headers, Cookies.THEME).orElse(null));
        Settings settings = new Settings(language, theme, zone, clock.instant(), assets.version());
        Where where = new Where(
                path(),
                Done.read(
                        uri.getQueryParameters().getFirst("done"),
                        uri.getQueryParameters().getFirst("name"),
                        uri.getQueryParameters().getFirst("mark")));
        return new Shell(person, settings, Texts.of(AppMessages.class, language), section, where);
    }

    private String path() {
        return uri.getRequestUri().getRawPath()
                + Optional.ofNullable(uri.getRequestUri().getRawQuery())
                        .map(query -> "?" + query)
                        .orElse("");
    }

    private Language language(@Nullable String ofAccount) {
        return Language.of(ofAccount)
                .or(() -> Cookies.read(headers, Cookies.LANGUAGE).flatMap(Language::of))
                .orElseGet(() -> Language.best(headers.getAcceptableLanguages()));
    }

    private ZoneId zone(@Nullable String ofAccount) {
        return Optional.ofNullable(ofAccount)
                .or(() -> Cookies.read(headers, Cookies.ZONE))
                .flatMap(Shells::zoneId)
                .orElse(ZoneOffset.UTC);
    }

    static Optional<ZoneId> zoneId(String text) {
        try {
            return Optional.of(ZoneId.of(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
