package dev.ibportal.e2e.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Somebody at a browser: finds things by what they are called, and complains of errors that pages hide. */
final class Visitor implements AutoCloseable {
    private static final Path SHOTS = Path.of("target/screenshots");

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    Visitor(Browser browser, String base, String language, ColorScheme colours, int width) {
        this.context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(base)
                .setLocale(language)
                .setTimezoneId("Asia/Shanghai")
                .setColorScheme(colours)
                .setViewportSize(width, 900));
        this.page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> complaints.add(page.url() + ": " + error));
    }

    Page page() {
        return page;
    }

    /** Errors of scripts, refused inline code and failed requests. */
    List<String> complaints() {
        return complaints;
    }

    void open(String path) {
        page.navigate(path);
    }

    void press(String name) {
        page.getByRole(AriaRole.MAIN)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .click();
    }

    void follow(String name) {
        page.getByRole(AriaRole.MAIN)
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .first()
                .click();
    }

    void go(String section) {
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Main"))
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(section).setExact(true))
                .click();
    }

    void fill(String label, String value) {
        page.getByRole(AriaRole.MAIN)
                .getByLabel(label, new Locator.GetByLabelOptions().setExact(true))
                .first()
                .fill(value);
    }

    void choose(String label, String option) {
        page.getByRole(AriaRole.MAIN)
                .getByLabel(label, new Locator.GetByLabelOptions().setExact(true))
                .first()
                .selectOption(option);
    }

    void check(String label) {
        page.getByRole(AriaRole.MAIN).getByLabel(label).first().check();
    }

    void expectHeading(String text) {
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                .hasText(text);
    }

    void logIn(String login, String password) {
        open("/login");
        fill("Name", login);
        fill("Password", password);
        press("Log in");
    }

    void shoot(String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }

    @Override
    public void close() {
        context.close();
    }
}
