package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListQueryTest {
    private static final Map<String, String> FILTERS = filters("q", "a&b=ü", "state", "");

    private final ListQuery byName = new ListQuery("/nodes", FILTERS, "name", false, null, ListQuery.ROWS);

    @Test
    void keepsFiltersInEveryLink() {
        assertThat(byName.sortHref("state")).isEqualTo("/nodes?q=a%26b%3D%C3%BC&sort=state");
        assertThat(byName.nextHref("abc")).isEqualTo("/nodes?q=a%26b%3D%C3%BC&sort=name&cursor=abc");
    }

    @Test
    void turnsTheOrderOfItsOwnColumn() {
        assertThat(byName.sortHref("name")).endsWith("sort=-name");
        assertThat(byName.ariaSort("name")).isEqualTo("ascending");
        assertThat(byName.ariaSort("state")).isEqualTo("none");

        ListQuery reverse = new ListQuery("/nodes", FILTERS, "name", true, null, ListQuery.ROWS);

        assertThat(reverse.sortHref("name")).endsWith("sort=name");
        assertThat(reverse.ariaSort("name")).isEqualTo("descending");
    }

    @Test
    void anotherOrderBeginsAtTheFirstPage() {
        ListQuery second = new ListQuery("/nodes", Map.of(), "name", false, "abc", ListQuery.ROWS);

        assertThat(second.sortHref("state")).isEqualTo("/nodes?sort=state");
        assertThat(second.selfHref()).isEqualTo("/nodes?sort=name&cursor=abc");
    }

    private static Map<String, String> filters(String... pairs) {
        Map<String, String> filters = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            filters.put(pairs[i], pairs[i + 1]);
        }
        return filters;
    }
}
