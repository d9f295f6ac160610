package dev.ibportal.portal.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.QuarkusBindException;
import java.net.BindException;
import org.junit.jupiter.api.Test;

class StartFailureTest {
    @Test
    void namesThePortThatIsTakenAndWhatToDo() {
        var bind = new QuarkusBindException("127.0.0.1", 8080, new BindException("Address already in use"));

        assertThat(StartFailure.text(new IllegalStateException("start", bind)))
                .startsWith("The portal could not start. Port 8080 on 127.0.0.1 is taken.")
                .contains("quarkus.http.port", "quarkus.management.port", "ibportal.agents.port")
                .doesNotContain("\tat ");
    }

    @Test
    void namesThePortOfDaemonsToo() {
        assertThat(StartFailure.text(new IllegalStateException(new BindException("port 9443 of daemons"))))
                .contains("A port is taken: port 9443 of daemons.");
    }

    @Test
    void tellsEverythingOfWhatItDoesNotKnow() {
        assertThat(StartFailure.text(new IllegalStateException("odd", new Error("deep"))))
                .contains("odd", "deep", "\tat ");
    }
}
