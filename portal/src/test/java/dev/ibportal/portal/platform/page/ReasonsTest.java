package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.page.Reasons.Reason;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reasons on Chinese pages: what has a code is Chinese with the daemon's facts, and its own words stand beside it. */
@QuarkusTest
class ReasonsTest {
    private static Reason told(String cause, String english) {
        return new Reasons(Texts.of(WhyMessages.class, Language.ZH)).tell(cause, english);
    }

    @Test
    void aCodeIsToldInChineseWithTheFactsOfTheDaemon() {
        String english = "wanted 10.77.81.4/24 on ib0.8081, found 10.77.81.4/32";

        Reason told = told("address.mismatch", english);

        assertThat(told.text()).isEqualTo("地址缺失或不正确。 需要：10.77.81.4/24 on ib0.8081。实际：10.77.81.4/32。");
        assertThat(told.original()).isEqualTo(english);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no sign of life since 2026-11-30 20:00:00 +08:00          | 自 2026-11-30 20:00:00 +08:00 起没有任何消息。
            told the subnet manager, not read back yet                | 已通知子网管理器，尚未回读确认。
            declared dead by olga                                     | 已由 olga 宣告死亡。
            waiting for the fabric to make the port a member          | 等待网络将端口加入分区。
            """)
    void whatThePortalSaysItselfNeedsNoOriginal(String english, String chinese) {
        assertThat(told("", english)).isEqualTo(new Reason(chinese, ""));
    }

    @Test
    void whatNobodyKnowsStaysAsItIs() {
        assertThat(told("something.new", "who knows")).isEqualTo(new Reason("", "who knows"));
        assertThat(told("", "")).isEqualTo(new Reason("", ""));
    }

    /** A daemon of this tree has no cause without Chinese words. */
    @Test
    void everyCauseOfOurDaemonIsKnown() throws IOException {
        Pattern cause = Pattern.compile("(?:failed|waiting|new Cause)\\(\\s*\"([a-z0-9]+\\.[a-z0-9-]+)\"");
        Set<String> codes = new TreeSet<>(Set.of("host.unreadable", "interface.drifted"));
        try (Stream<Path> files = Files.walk(Path.of("../node-daemon/src/main/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                cause.matcher(Files.readString(file)).results().forEach(found -> codes.add(found.group(1)));
            }
        }
        assertThat(codes).hasSizeGreaterThan(30);
        List<String> unknown =
                codes.stream().filter(code -> told(code, "x").text().isEmpty()).toList();
        assertThat(unknown).isEmpty();
    }

    /** What portal and database write down themselves, read from their own code. */
    @Test
    void everySentenceOfThePortalIsKnown() {
        for (String sentence : List.of(
                "removed; waiting until its absence is read back",
                "removed; waiting until its members are proven absent",
                "the subnet manager has it, the port does not show it yet",
                "proven absent everywhere; the PKey cools down before it is given to somebody else",
                "enrolled anew; first makes absent what was released meanwhile",
                "retired by an operator",
                "not known: the node was declared dead",
                "the node does not report port 0x02a1f00300000101",
                "subnet manager not running",
                "waiting for the subnet manager")) {
            assertThat(told("", sentence).text()).as(sentence).containsPattern("\\p{IsHan}");
        }
    }
}
