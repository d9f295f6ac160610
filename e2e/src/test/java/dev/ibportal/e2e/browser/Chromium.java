package dev.ibportal.e2e.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.ibportal.testing.Tools;
import java.util.List;
import java.util.Map;

/** The machine's own Chromium, without a window; nothing is downloaded. */
final class Chromium implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright =
            Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private final Browser browser = playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(Tools.find("chromium").orElseThrow())
                    .setArgs(FLAGS));

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
