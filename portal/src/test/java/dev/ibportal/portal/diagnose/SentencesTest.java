package dev.ibportal.portal.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.portal.platform.page.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the doctor says is Chinese on a Chinese page. */
class SentencesTest {
    private static final Path RULES = Path.of("../proto/src/main/java/dev/ibportal/diagnosis");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern WORDS = Pattern.compile("[a-z]{2,} [a-z]{2,}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the subnet manager does not run; packets pass now, but nothing new will work|子网管理器没有运行；数据包现在能通过，但任何新的连接都不会成功",
                "nobody answers for the address (FAILED)|没有人应答该地址（FAILED）",
                "0x0002 (limited member)|0x0002（受限成员）",
                "wanted 10.5.0.1/24 on ib0.8005, found no address|要求 ib0.8005 上有 10.5.0.1/24，实际为 没有地址",
                "large packets are lost: datagram mode here, connected mode there|大包丢失：本端为 datagram 模式，对端为 connected 模式",
                "«sminfo -t 400» could not be started: no such program|«sminfo -t 400» 无法启动：no such program",
                "0x8005|0x8005"
            })
    void areToldWithTheirFacts(String english, String chinese) {
        assertThat(Sentences.tell(Language.ZH, english)).isEqualTo(new Sentences.Said(chinese, false));
        assertThat(Sentences.tell(Language.EN, english).text()).isEqualTo(english);
    }

    @Test
    void whatIsNotKnownIsShownAndMarkedAsEnglish() {
        assertThat(Sentences.tell(Language.ZH, "a newer daemon found something else"))
                .isEqualTo(new Sentences.Said("a newer daemon found something else", true));
    }

    /** Each piece of a sentence in the rules' sources is a piece of a sentence that has Chinese words. */
    @Test
    void everyRuleCanBeToldInChinese() throws IOException {
        List<String> known = Sentences.english();
        try (Stream<Path> files = Files.list(RULES)) {
            assertThat(files.filter(file -> file.toString().endsWith("Rules.java"))
                            .flatMap(SentencesTest::literals))
                    .isNotEmpty()
                    .allSatisfy(piece -> assertThat(known).as(piece).anyMatch(sentence -> sentence.contains(piece)));
        }
    }

    @Test
    void everythingThatIsLookedAtHasAChineseName() {
        assertThat(FactKey.values())
                .allSatisfy(key -> assertThat(Sentences.english()).contains(key.text()));
    }

    private static Stream<String> literals(Path file) {
        try {
            String joined = Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "");
            return LITERAL.matcher(joined)
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .map(text -> text.replaceFirst("^[:;,] ", "").strip())
                    .filter(text -> WORDS.matcher(text).find())
                    .filter(text -> !IS_LOOKED_FOR.contains(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Words of the kernel's log, which are found and not said. */
    private static final List<String> IS_LOOKED_FOR = List.of(
            "disagrees about version of symbol",
            "unavailable key is rejected",
            "Key was rejected",
            "unsigned module loading is restricted",
            "IPoIB enhanced offloads are not supported",
            "transmit timeout");
}
