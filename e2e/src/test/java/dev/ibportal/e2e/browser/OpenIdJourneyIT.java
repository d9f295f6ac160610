package dev.ibportal.e2e.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.ibportal.testing.OpenIdProvider;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People who log in at an OpenID provider, in a real browser: there and back, and out again on both sides. */
@RequiresTools("chromium")
class OpenIdJourneyIT {
    private static final String PASSWORD = "a password of my own";
    private static final int WIDE = 1280;

    @TempDir
    Path directory;

    @Test
    void inAtTheProviderAndOutOnBothSides() throws IOException {
        try (OpenIdProvider provider = new OpenIdProvider();
                Site site = Site.start(directory, options(provider));
                Chromium chromium = new Chromium()) {
            provider.ask(true);
            try (Visitor olga = visitor(chromium, site)) {
                seesWhatSheTypes(olga);
                makeTenant(olga, site.firstPassword());
            }
            try (Visitor ada = visitor(chromium, site)) {
                provider.person(person("0815", "Ada Byron", "ibportal:Aldermoor:tenant-admin"));
                land(ada);
                assertThat(link(ada, "New partition")).isVisible();
                logOut(ada, provider);
                assertThat(ada.complaints()).isEmpty();
            }
            try (Visitor paul = visitor(chromium, site)) {
                provider.person(person("4711", "Paul Dirac", "ibportal:Aldermoor:planner"));
                land(paul);
                assertThat(link(paul, "New partition")).hasCount(0);
                assertThat(paul.complaints()).isEmpty();
            }
            assertThat(provider.problems).isEmpty();
        }
    }

    private static Visitor visitor(Chromium chromium, Site site) {
        return new Visitor(chromium.browser(), site.base(), "en", ColorScheme.LIGHT, WIDE);
    }

    private static Map<String, Object> person(String subject, String name, String role) {
        return Map.of(
                "sub",
                subject,
                "preferred_username",
                name.split(" ")[0],
                "name",
                name,
                "ibportal_roles",
                List.of(role));
    }

    private List<String> options(OpenIdProvider provider) throws IOException {
        Path secret = Files.writeString(directory.resolve("client.secret"), OpenIdProvider.SECRET + "\n");
        return List.of(
                "-Dibportal.oidc.issuer=" + provider.issuer(),
                "-Dibportal.oidc.name=Cluster SSO",
                "-Dibportal.oidc.client-id=" + OpenIdProvider.CLIENT,
                "-Dibportal.oidc.client-secret-file=" + secret,
                "-Dibportal.oidc.audience=" + OpenIdProvider.AUDIENCE);
    }

    /** By click and by keyboard; and never shown any more once it is sent. */
    private static void seesWhatSheTypes(Visitor olga) {
        olga.open("/login");
        olga.fill("Name", "admin");
        olga.fill("Password", "not this one");
        Locator field = olga.page().locator("#f-password");
        Locator button = olga.page().locator("[data-show='#f-password']");
        assertThat(field).hasAttribute("type", "password");
        button.click();
        assertThat(field).hasAttribute("type", "text");
        assertThat(button).hasAttribute("aria-pressed", "true");
        field.focus();
        olga.page().keyboard().press("Tab");
        assertThat(button).isFocused();
        olga.page().keyboard().press("Space");
        assertThat(field).hasAttribute("type", "password");
        olga.page().keyboard().press("Enter");
        assertThat(field).hasAttribute("type", "text");
        assertThat(field).hasValue("not this one");
        field.focus();
        olga.page().keyboard().press("Enter");
        assertThat(olga.page().getByRole(AriaRole.ALERT)).isVisible();
        assertThat(olga.page().locator("#f-password")).hasAttribute("type", "password");
        olga.complaints().clear();
    }

    private static void makeTenant(Visitor olga, String oneTime) {
        olga.logIn("admin", oneTime);
        olga.fill("Present password", oneTime);
        olga.fill("New password", PASSWORD);
        olga.fill("New password once more", PASSWORD);
        olga.press("Change password");
        olga.expectHeading("Overview");
        olga.open("/tenants/new");
        olga.fill("Name", "Aldermoor");
        olga.press("Create tenant");
        olga.expectHeading("Aldermoor");
    }

    /** Wants a page, is sent to log in, goes to the provider, and gets that page. */
    private static void land(Visitor person) {
        person.open("/partitions?search=weather");
        person.expectHeading("Log in");
        person.follow("Log in with Cluster SSO");
        person.expectHeading("Provider");
        person.page().getByRole(AriaRole.BUTTON).click();
        person.expectHeading("Partitions");
        assertThat(person.page()).hasURL(java.util.regex.Pattern.compile("/partitions\\?search=weather$"));
        assertThat(person.page().locator(".shell-tenant")).containsText("Aldermoor");
    }

    private static Locator link(Visitor person, String name) {
        return person.page()
                .getByRole(AriaRole.MAIN)
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name));
    }

    /** Neither the portal nor the provider takes the browser for somebody it knows afterwards. */
    private static void logOut(Visitor person, OpenIdProvider provider) {
        person.page().locator("summary:has-text('Ada Byron')").click();
        person.page().locator("form[action='/logout'] button").click();
        person.expectHeading("Log in");
        assertThat(person.page().getByText("You are logged out.")).isVisible();
        assertThat(provider.logOuts).hasSize(1);
        person.open("/partitions");
        person.expectHeading("Log in");
        person.follow("Log in with Cluster SSO");
        person.expectHeading("Provider");
    }
}
