package dev.ibportal.e2e.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * One person does the main job from an empty portal to members that are in sync, by clicking; then each page is looked at
 * in both languages, both colours and two widths. The second part needs what the first has made.
 */
@RequiresTools("chromium")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MainJourneyIT {
    private static final String PASSWORD = "a password of my own";
    private static final int WIDE = 1280;
    private static final int NARROW = 390;
    private static final LocatorAssertions.HasCountOptions SOON =
            new LocatorAssertions.HasCountOptions().setTimeout(30_000);

    @TempDir
    static Path directory;

    private Site site;
    private final List<String> paths = new ArrayList<>();

    @BeforeAll
    void start() {
        site = Site.start(directory);
    }

    @AfterAll
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @Test
    @Order(1)
    void theMainJobByClicking() {
        try (Chromium chromium = new Chromium();
                Visitor olga = new Visitor(chromium.browser(), site.base(), "en", ColorScheme.LIGHT, WIDE)) {
            firstLogIn(olga);
            makeFabricAndNodes(olga);
            makeTenant(olga);
            makePartitionAndPool(olga);
            addMembersAndWatch(olga);
            seeAndMendATrouble(olga);
            removeAMember(olga);
            logOut(olga);
            assertThat(olga.complaints()).isEmpty();
        }
    }

    private void firstLogIn(Visitor olga) {
        olga.logIn("admin", site.firstPassword());
        olga.expectHeading("Change password");
        olga.fill("Present password", site.firstPassword());
        olga.fill("New password", PASSWORD);
        olga.fill("New password once more", PASSWORD);
        olga.press("Change password");
        olga.expectHeading("Overview");
        assertThat(olga.page().getByText("First steps")).isVisible();
    }

    private void makeFabricAndNodes(Visitor olga) {
        olga.go("Fabrics");
        olga.follow("New fabric");
        olga.fill("Name", "east");
        olga.press("Create fabric");
        olga.expectHeading("east");
        paths.add(path(olga));
        join(olga, "sm-1", true);
        olga.go("Fabrics");
        olga.follow("east");
        olga.follow("Edit");
        olga.choose("Node of the subnet manager", "sm-1");
        olga.press("Save");
        for (int i = 1; i <= 3; i++) {
            join(olga, "node-" + i, false);
        }
        olga.go("Fabrics");
        olga.follow("east");
        assertThat(olga.page().locator("#state .state-good").first())
                .hasText("running", new LocatorAssertions.HasTextOptions().setTimeout(30_000));
    }

    /** The command is copied to the host, the page waits, and turns green by itself. */
    private void join(Visitor olga, String name, boolean subnetManager) {
        olga.go("Nodes");
        olga.follow("Add node");
        olga.fill("Name", name);
        if (subnetManager) {
            olga.page().locator("[name=roles][value=node]").uncheck();
            olga.page().locator("[name=roles][value=subnet-manager]").check();
        }
        olga.press("Add node and show the command");
        olga.expectHeading("Join " + name);
        assertThat(olga.page().getByText("Waiting for the node to connect")).isVisible();
        if (name.equals("node-1")) {
            olga.shoot("join-waiting");
        }
        site.runJoinCommand(name, olga.page().locator("#command").innerText());
        assertThat(olga.page().locator("#progress .alert-success"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        if (name.equals("node-1")) {
            olga.shoot("join-connected");
        }
        olga.follow("Show the node");
        olga.expectHeading(name);
        if (name.equals("node-1")) {
            paths.add(path(olga));
            paths.add(path(olga) + "/join");
        }
    }

    private void makeTenant(Visitor olga) {
        olga.go("Tenants");
        olga.follow("New tenant");
        olga.fill("Name", "Aldermoor");
        olga.fill("Description", "Weather models");
        olga.press("Create tenant");
        olga.expectHeading("Aldermoor");
        String tenant = path(olga);
        olga.follow("Grant nodes");
        for (int i = 1; i <= 3; i++) {
            olga.check("node-" + i);
        }
        olga.press("Grant selected nodes");
        assertThat(olga.page()
                        .locator("tbody a[href^='/nodes/']:has-text('node-')")
                        .filter(named()))
                .hasCount(3);
        paths.add(tenant);
        paths.add(tenant + "/edit");
        paths.add(tenant + "/grant");
    }

    private static Locator.FilterOptions named() {
        return new Locator.FilterOptions().setHasText(java.util.regex.Pattern.compile("^node-\\d$"));
    }

    private void makePartitionAndPool(Visitor olga) {
        olga.go("Partitions");
        olga.follow("New partition");
        olga.choose("Tenant", "Aldermoor");
        olga.fill("Name", "weather");
        olga.press("Create partition");
        olga.expectHeading("weather");
        String partition = path(olga);
        olga.follow("New pool");
        olga.fill("Name", "weather-v4");
        olga.fill("Prefix", "10.77.0.0/24");
        olga.fill("Gateway", "10.77.0.1");
        olga.press("Create pool");
        olga.expectHeading("weather-v4 10.77.0.0/24");
        paths.addAll(List.of(path(olga), path(olga) + "/delete"));
        paths.addAll(List.of(partition, partition + "/edit", partition + "/delete", partition + "/members/add"));
    }

    private void addMembersAndWatch(Visitor olga) {
        olga.open(partition());
        olga.follow("Add members");
        for (int i = 1; i <= 3; i++) {
            olga.check("node-" + i);
        }
        olga.press("Add members");
        olga.expectHeading("weather");
        assertThat(olga.page().locator(".member-head .state-good")).hasCount(3, SOON);
        assertThat(olga.page().locator(".chain li:not(.state-good)")).hasCount(0, SOON);
        assertThat(olga.page().locator(".member").first()).containsText("10.77.0.2/24");
        olga.shoot("partition-in-sync");
    }

    private String partition() {
        return paths.stream()
                .filter(path -> path.matches("/partitions/[^/]+"))
                .findFirst()
                .orElseThrow();
    }

    /** A fault on one host is named where it is, with what to do, and goes away by itself when it is mended. */
    private void seeAndMendATrouble(Visitor olga) {
        site.switchFaultOn("port-down/node-2");
        Locator member = olga.page().locator(".member").filter(new Locator.FilterOptions().setHasText("node-2"));
        assertThat(member.locator(".chain-reason"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(90_000));
        assertThat(member).containsText("What to do");
        olga.shoot("partition-trouble");
        site.switchFaultOff("port-down/node-2");
        assertThat(olga.page().locator(".member-head .state-good"))
                .hasCount(3, new LocatorAssertions.HasCountOptions().setTimeout(90_000));
    }

    private void removeAMember(Visitor olga) {
        olga.page().getByLabel("Remove node-3 from weather").click();
        olga.expectHeading("Remove node-3 from this partition?");
        olga.press("Remove member");
        olga.expectHeading("weather");
        assertThat(olga.page().locator(".member")).hasCount(2, SOON);
    }

    private void logOut(Visitor olga) {
        olga.page().locator("summary:has-text('Administrator')").click();
        olga.page().locator("form[action='/logout'] button").click();
        olga.expectHeading("Log in");
        assertThat(olga.page().getByText("You are logged out.")).isVisible();
        olga.open("/partitions");
        olga.expectHeading("Log in");
    }

    private static String path(Visitor visitor) {
        return visitor.page().url().replaceFirst("^https?://[^/]+", "").replaceFirst("\\?.*", "");
    }

    @Test
    @Order(2)
    void eachPageCanBeReadByEverybody() {
        List<String> found = new ArrayList<>();
        found.addAll(look("en", ColorScheme.LIGHT, WIDE));
        found.addAll(look("zh-CN", ColorScheme.DARK, NARROW));
        found.addAll(look("en", ColorScheme.DARK, NARROW));
        found.addAll(look("zh-CN", ColorScheme.LIGHT, WIDE));

        assertThat(found).isEmpty();
    }

    /** Answers what axe has found; leaves a picture of each page. */
    private List<String> look(String language, ColorScheme colours, int width) {
        List<String> found = new ArrayList<>();
        try (Chromium fresh = new Chromium();
                Visitor visitor = new Visitor(fresh.browser(), site.base(), language, colours, width)) {
            visitor.open("/login");
            Looks.at(visitor, "login", language, colours, width, found);
            visitor.page().locator("[name=login]").fill("admin");
            visitor.page().locator("[name=password]").fill(PASSWORD);
            visitor.page().locator("main .form-actions button").click();
            for (String path : allPaths()) {
                visitor.open(path);
                Looks.at(visitor, path, language, colours, width, found);
            }
            found.addAll(visitor.complaints());
        }
        return found;
    }

    private List<String> allPaths() {
        List<String> all = new ArrayList<>(List.of(
                "/",
                "/partitions",
                "/partitions/new",
                "/pools",
                "/pools/new",
                "/nodes",
                "/nodes/new",
                "/fabrics",
                "/fabrics/new",
                "/tenants",
                "/tenants/new",
                "/audit",
                "/settings",
                "/settings/password",
                "/settings/sessions",
                "/people"));
        all.addAll(paths);
        return all;
    }
}
