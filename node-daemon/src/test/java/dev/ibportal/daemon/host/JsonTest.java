package dev.ibportal.daemon.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void whatIsDeeperThanAnyAnswerIsRefusedBeforeTheStackEnds() throws JsonProcessingException {
        assertThat(Json.parse("[[{\"a\":[1]}]]").at("/0/0/a/0").intValue()).isEqualTo(1);
        assertThatThrownBy(() -> Json.parse("[".repeat(500)))
                .isInstanceOf(JsonProcessingException.class)
                .hasMessageContaining("deeper than 50 levels");
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(500))).isInstanceOf(JsonProcessingException.class);
    }
}
