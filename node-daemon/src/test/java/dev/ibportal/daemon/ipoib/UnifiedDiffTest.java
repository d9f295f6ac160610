package dev.ibportal.daemon.ipoib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
    private static String lines(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")) + "\n";
    }

    @Test
    void equalTextsHaveNone() {
        assertThat(UnifiedDiff.of("/etc/x", "a\n", "a\n")).isEmpty();
    }

    @Test
    void aNewFileIsAllPlus() {
        assertThat(UnifiedDiff.of("/etc/x", "", "a\nb\n"))
                .isEqualTo("--- /dev/null\n+++ /etc/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    }

    @Test
    void aDeletedFileIsAllMinus() {
        assertThat(UnifiedDiff.of("/etc/x", "a\n", "")).isEqualTo("--- /etc/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
    }

    @Test
    void changesFarApartStandInHunksOfTheirOwn() {
        String before = lines(1, 30);
        String after = before.replace("line 3\n", "third\n").replace("line 25\n", "");

        assertThat(UnifiedDiff.of("/etc/x", before, after)).isEqualTo("""
                --- /etc/x
                +++ /etc/x
                @@ -1,6 +1,6 @@
                 line 1
                 line 2
                -line 3
                +third
                 line 4
                 line 5
                 line 6
                @@ -22,7 +22,6 @@
                 line 22
                 line 23
                 line 24
                -line 25
                 line 26
                 line 27
                 line 28
                """);
    }
}
