package dev.ibportal.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneTest {
    @Test
    void aJobThatOverflowsItsStackDoesNotEndTheLane() {
        List<String> done = new ArrayList<>();
        Lane lane = new Lane("host", Runnable::run);

        lane.execute(() -> {
            throw new StackOverflowError();
        });
        lane.execute(() -> done.add("next"));

        assertThat(done).containsExactly("next");
    }
}
