package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.security.Permissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the shell around every page needs to know of the person and the request. Public for the templates. */
public final class Shell {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss XXX");

    private static final Pattern INSTANT =
            Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");

    /** What nobody does with the things of a suspended tenant. */
    static final Set<String> FROZEN = Set.of(
            Permissions.PARTITION_WRITE, Permissions.POOL_WRITE, Permissions.ADDRESS_WRITE, Permissions.REQUEST_WRITE);

    private final @Nullable Person person;
    private final Settings settings;
    private final AppMessages messages;
    private final Section section;
    private final Where where;

    Shell(@Nullable Person person, Settings settings, AppMessages messages, Section section, Where where) {
        this.person = person;
        this.settings = settings;
        this.messages = messages;
        this.section = section;
        this.where = where;
    }

    /** Places of the navigation. */
    public enum Section {
        NONE,
        OVERVIEW,
        PARTITIONS,
        POOLS,
        NODES,
        FABRICS,
        CAPACITY,
        REQUESTS,
        DRIVERS,
        TENANTS,
        AUDIT,
        SETTINGS
    }

    /**
     * Who looks.
     *
     * @param may whether a permission holds for the acting tenant, or everywhere when there is none
     * @param tenants those the person may act for
     * @param acting the one of this request; null: all
     */
    public record Person(
            String login,
            String name,
            Predicate<String> may,
            List<TenantChoice> tenants,
            @Nullable TenantChoice acting,
            boolean portalWide) {
        public Person {
            tenants = List.copyOf(tenants);
        }
    }

    /** @param suspended absent: it is not */
    public record TenantChoice(
            UUID id, String name, @Nullable Suspension suspended) {}

    public record Suspension(Instant since, String reason) {}

    public record Settings(Language language, Theme theme, ZoneId zone, Instant now, String assets) {}

    /**
     * The request.
     *
     * @param path with its query, to come back to after a switch of language or tenant
     * @param done what a form before this page has done
     */
    record Where(String path, Done done) {}

    public boolean isLoggedIn() {
        return person != null;
    }

    public Person person() {
        if (person == null) {
            throw new IllegalStateException("nobody is logged in");
        }
        return person;
    }

    public boolean may(String permission) {
        return person != null
                && person.may().test(permission)
                && !(suspension().isPresent() && FROZEN.contains(permission));
    }

    /** Of the acting tenant: then nothing of it is added, changed or removed. */
    public Optional<Suspension> suspension() {
        return acting().map(TenantChoice::suspended);
    }

    public boolean isSuspended() {
        return suspension().isPresent();
    }

    public String suspendedReason() {
        return suspension().map(Suspension::reason).orElse("");
    }

    public String suspendedSince() {
        return when(suspension().map(Suspension::since).orElse(null));
    }

    /** Whether the person has a role that still means something: for a tenant that is there, or for the whole portal. */
    public boolean isPlaced() {
        return person != null && (person.portalWide() || person.acting() != null);
    }

    /** Whether rows of several tenants can be on a page, so that each has to say whose it is. */
    public boolean showsTenants() {
        return person != null && person.acting() == null;
    }

    public Optional<TenantChoice> acting() {
        return Optional.ofNullable(person).map(Person::acting);
    }

    /** For live parts, which stay with the tenant of their page. */
    public String actingId() {
        return acting().map(choice -> choice.id().toString()).orElse("");
    }

    public String tenantHref() {
        return "/tenants/" + actingId();
    }

    public String actingName() {
        return acting().map(TenantChoice::name).orElseGet(messages::all_tenants);
    }

    public boolean isActing(TenantChoice choice) {
        return acting().filter(choice::equals).isPresent();
    }

    public boolean isActingId(UUID tenant) {
        return acting().filter(choice -> choice.id().equals(tenant)).isPresent();
    }

    public Language language() {
        return settings.language();
    }

    public Language[] languages() {
        return Language.values();
    }

    public Theme theme() {
        return settings.theme();
    }

    public Theme[] themes() {
        return Theme.values();
    }

    public String themeLabel(Theme theme) {
        return switch (theme) {
            case SYSTEM -> messages.theme_system();
            case LIGHT -> messages.theme_light();
            case DARK -> messages.theme_dark();
        };
    }

    public String themeIcon(Theme theme) {
        return switch (theme) {
            case SYSTEM -> "device-desktop";
            case LIGHT -> "sun";
            case DARK -> "moon";
        };
    }

    public String assets() {
        return settings.assets();
    }

    public boolean in(String name) {
        return section == Section.valueOf(name);
    }

    public String path() {
        return where.path();
    }

    /** What the form before has done, in words; empty when there was none. */
    public String done() {
        String name = where.done().name();
        return switch (where.done().what()) {
            case "saved" -> messages.done_saved();
            case "created" -> messages.done_created();
            case "removed" -> name.isEmpty() ? messages.done_removed() : messages.done_removed_named(name);
            case "leaving" -> name.isEmpty() ? messages.done_leaving() : messages.done_leaving_named(name);
            case "joined" -> messages.done_joined(name);
            case "taken" -> messages.done_taken();
            case "tried" -> messages.done_tried();
            case "ended" -> messages.done_ended();
            case "password" -> messages.done_password();
            default -> "";
        };
    }

    public Instant now() {
        return settings.now();
    }

    public String nowIso() {
        return settings.now().toString();
    }

    public String age(@Nullable Instant at) {
        return at == null ? messages.never() : Ages.text(Duration.between(at, settings.now()), messages);
    }

    /** In the person's zone, with its offset. */
    public String when(@Nullable Instant at) {
        return at == null ? messages.never() : WHEN.format(at.atZone(settings.zone()));
    }

    public ZoneId zoneId() {
        return settings.zone();
    }

    public String zone() {
        return settings.zone().getId();
    }

    /**
     * A reason in the person's language, with its times in the person's zone.
     *
     * @param cause code of the daemon that says so; empty when the portal does
     */
    public Reasons.Reason reason(@Nullable String cause, @Nullable String english) {
        String text = english == null ? "" : INSTANT.matcher(english).replaceAll(at -> when(Instant.parse(at.group())));
        return settings.language() == Language.EN
                ? new Reasons.Reason(text, "")
                : new Reasons(Texts.of(WhyMessages.class, settings.language())).tell(cause == null ? "" : cause, text);
    }

    public String iso(@Nullable Instant at) {
        return at == null ? "" : at.toString();
    }

    public String orUnknown(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? messages.not_known() : value.toString();
    }
}
