package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DoneTest {
    @Test
    void aNameIsToldOnlyWhereThePortalHasWrittenIt() {
        String query = Done.query("removed", "weather <b>&x=1 Ünal");
        String[] parts = query.split("&");
        String name = URLDecoder.decode(parts[1].substring(5), StandardCharsets.UTF_8);
        String mark = parts[2].substring(5);

        assertThat(Done.read("removed", name, mark)).isEqualTo(new Done("removed", "weather <b>&x=1 Ünal"));
        assertThat(Done.read("removed", "Call 555 to get it back", mark).name()).isEmpty();
        assertThat(Done.read("leaving", name, mark).name()).isEmpty();
        assertThat(Done.read("removed", name, null).name()).isEmpty();
        assertThat(Done.read("removed", name, "").name()).isEmpty();
        assertThat(Done.read(null, null, null)).isEqualTo(new Done("", ""));
    }
}
