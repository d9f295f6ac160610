package dev.ibportal.portal.diagnose;

import dev.ibportal.portal.platform.page.Language;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What rules and daemons say, in Chinese. They speak English, for programs and for daemons of other versions; their sentences
 * are known one by one, and what is not known is shown as it was said.
 */
public final class Sentences {
    private static final Pattern SLOT = Pattern.compile("\\{([1-9])}");
    private static final List<Sentence> ALL = load();

    private Sentences() {}

    private record Sentence(String template, Pattern english, String chinese) {
        static Sentence of(String line) {
            String[] both = line.split("\t");
            String pattern = SLOT.splitAsStream(both[0]).map(Pattern::quote).collect(Collectors.joining("(.+?)"));
            boolean slotLast = both[0].endsWith("}");
            return new Sentence(both[0], Pattern.compile(slotLast ? pattern + "(.+)" : pattern), both[1]);
        }

        Optional<String> tell(String text) {
            Matcher found = english.matcher(text);
            return found.matches()
                    ? Optional.of(SLOT.matcher(chinese).replaceAll(slot -> fact(found, slot)))
                    : Optional.empty();
        }

        private static String fact(Matcher found, MatchResult slot) {
            String said = found.group(Integer.parseInt(slot.group(1)));
            return Matcher.quoteReplacement(one(said).orElse(said));
        }
    }

    /** The words of something, and whether they are English on a page that is not. Public for the templates. */
    public record Said(String text, boolean foreign) {}

    static Said tell(Language language, String english) {
        if (language == Language.EN) {
            return new Said(english, false);
        }
        List<String> lines = english.lines().toList();
        String told = lines.stream().map(line -> one(line).orElse(line)).collect(Collectors.joining("\n"));
        boolean foreign = lines.stream().anyMatch(line -> one(line).isEmpty() && isProse(line));
        return new Said(told, foreign);
    }

    /** Names, numbers and addresses are of no language. */
    private static boolean isProse(String line) {
        return line.contains(" ") && line.matches(".*[a-z]{2,} [a-z]{2,}.*");
    }

    private static Optional<String> one(String line) {
        return ALL.stream().flatMap(sentence -> sentence.tell(line).stream()).findFirst();
    }

    /** The English side, for a test that reads what the rules can say. */
    static List<String> english() {
        return ALL.stream().map(Sentence::template).toList();
    }

    private static List<Sentence> load() {
        try (InputStream file = Sentences.class.getResourceAsStream("sentences_zh.txt")) {
            if (file == null) {
                throw new IllegalStateException("sentences_zh.txt is not beside this class");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(Sentence::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
