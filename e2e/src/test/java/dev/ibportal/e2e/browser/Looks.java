package dev.ibportal.e2e.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;

/** How a page looks, and whether everybody can read it. */
final class Looks {
    private Looks() {}

    /** Adds what axe finds, and whether the page scrolls sideways; leaves a picture. */
    static void at(Visitor visitor, String path, String language, ColorScheme colours, int width, List<String> found) {
        String name = path.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "id").replaceAll("[^a-z]+", "-");
        visitor.shoot(
                language + "-" + colours.toString().toLowerCase(java.util.Locale.ROOT) + "-" + width + "/" + name);
        List<Rule> violations = new AxeBuilder(visitor.page())
                .withTags(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"))
                .analyze()
                .getViolations();
        violations.forEach(rule -> rule.getNodes()
                .forEach(node -> found.add(language + " " + colours + " " + width + " " + path + ": " + rule.getId()
                        + " " + node.getTarget() + " " + node.getHtml())));
        boolean sideways = (boolean)
                visitor.page().evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
        if (sideways) {
            found.add(language + " " + width + " " + path + ": the page scrolls sideways");
        }
    }
}
