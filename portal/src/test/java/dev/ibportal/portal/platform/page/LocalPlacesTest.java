package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPlacesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "///evil.example",
                "////evil.example/",
                "/\\evil.example",
                "\\/evil.example",
                "\\\\evil.example",
                "/path\\evil",
                "https:evil.example",
                "https://evil.example",
                "HTTPS://evil.example",
                "http:/evil.example",
                "javascript:alert(1)",
                "data:text/html,x",
                "evil.example",
                "@evil.example",
                ".evil.example",
                " //evil.example",
                "\t//evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "/\r\nLocation: https://evil.example",
                "/\u0000/evil.example",
                "/\u2028/evil.example",
                "/\u3000evil.example",
                "/\uff0fevil.example",
                "/%",
                "/%zz",
                "/a b",
                "/<script>",
                ""
            })
    void anotherSiteOrNonsenseLeadsHome(String next) {
        assertThat(Html.local(next)).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/nodes?search=n%20a&sort=-name",
                "/partitions/3f2504e0-4f89-41d3-9a0c-0305e82c3301/edit",
                "/settings#tokens",
                "/%2F%2Fevil.example",
                "/%5Cevil.example",
                "/..//evil.example",
                "/.//evil.example",
                "/a@evil.example",
                "/a:b//c"
            })
    void aPlaceOfOursStaysWhatItIsAndIsOnOurHostForABrowserToo(String next) {
        assertThat(Html.local(next)).isEqualTo(next);
        assertThat(URI.create("https://portal.example/login")
                        .resolve(Html.local(next))
                        .getHost())
                .isEqualTo("portal.example");
    }

    @Test
    void anEndlessOneLeadsHome() {
        assertThat(Html.local("/" + "x".repeat(5000))).isEqualTo("/");
    }
}
