package dev.ibportal.portal.request.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestStateTest {
    @Test
    void everyStateIsReachedFromTheDraftAndNoneLeadsBackToIt() {
        Set<RequestState> reached = EnumSet.of(RequestState.DRAFT);
        boolean more = true;
        while (more) {
            more = reached.addAll(
                    reached.stream().flatMap(state -> state.next().stream()).toList());
        }
        assertThat(reached).containsExactlyInAnyOrder(RequestState.values());
        assertThat(Arrays.stream(RequestState.values()).flatMap(state -> state.next().stream()))
                .doesNotContain(RequestState.DRAFT);
    }

    @Test
    void whatWasDecidedAgainstNeverComesBack() {
        assertThat(Arrays.stream(RequestState.values()).filter(RequestState::isOver))
                .containsExactlyInAnyOrder(
                        RequestState.RELEASED, RequestState.DENIED, RequestState.WITHDRAWN, RequestState.EXPIRED);
    }

    @Test
    void codesAreReadBack() {
        for (RequestState state : RequestState.values()) {
            assertThat(RequestState.of(state.code())).isEqualTo(state);
        }
    }
}
