package dev.ibportal.portal.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.testing.AtOnce;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Callers that come meanwhile go together, each gets its own answer, and nobody is forgotten. */
class CombiningTest {
    private static final int CALLERS = 12;

    @Test
    void whoComesMeanwhileGoesTogether() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch allThere = new CountDownLatch(1);
        List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
        Combining<String, Integer, Integer> combining = new Combining<>(8, (key, wishes) -> {
            sizes.add(wishes.size());
            begun.countDown();
            await(allThere);
            return wishes.stream().map(wish -> wish * 10).toList();
        });
        List<Callable<Optional<Integer>>> callers = new ArrayList<>();
        callers.add(() -> combining.call("pool", 0));
        for (int i = 1; i < CALLERS; i++) {
            int wish = i;
            callers.add(() -> {
                await(begun);
                return combining.call("pool", wish);
            });
        }
        callers.add(() -> {
            Awaitility.await().until(() -> combining.waiting("pool") == CALLERS - 1);
            allThere.countDown();
            return Optional.empty();
        });

        List<Optional<Integer>> answers = AtOnce.call(callers);

        assertThat(answers.subList(0, CALLERS))
                .isEqualTo(IntStream.range(0, CALLERS)
                        .mapToObj(i -> Optional.of(i * 10))
                        .toList());
        assertThat(sizes).containsExactly(1, 8, 3);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoGetsNothingHereIsToldSo() {
        Combining<String, Integer, Integer> combining = new Combining<>(8, (key, wishes) -> List.of());

        assertThat(combining.call("pool", 1)).isEmpty();
        assertThat(combining.call("pool", 2)).isEmpty();
    }

    @Test
    void aFailureEndsTheTurnAndNotTheLine() {
        Combining<String, Integer, Integer> combining = new Combining<>(8, (key, wishes) -> {
            if (wishes.contains(1)) {
                throw new IllegalStateException("in the middle");
            }
            return wishes;
        });

        assertThatThrownBy(() -> combining.call("pool", 1)).hasMessage("in the middle");
        assertThat(combining.call("pool", 2)).contains(2);
    }

    @Test
    void manyCallersOfManyKeysEachGetTheirOwn() {
        Combining<Integer, Integer, String> combining = new Combining<>(
                4,
                (key, wishes) -> wishes.stream().map(wish -> key + ":" + wish).toList());
        List<Callable<List<String>>> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            callers.add(() -> IntStream.range(0, 500)
                    .mapToObj(i -> combining.call(i % 3, number * 1000 + i).orElse("nothing"))
                    .toList());
        }

        List<List<String>> answers = AtOnce.call(callers);

        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            assertThat(answers.get(caller))
                    .isEqualTo(IntStream.range(0, 500)
                            .mapToObj(i -> i % 3 + ":" + (number * 1000 + i))
                            .toList());
        }
    }
}
