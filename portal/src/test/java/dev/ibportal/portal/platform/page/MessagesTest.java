package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A missing translation would silently be shown in English, so it fails here. */
class MessagesTest {
    private static final Path FILES = Path.of("src/main/resources/messages");
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");
    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

    /** Technical terms that stay Latin in every language. */
    private static final Set<String> LATIN =
            Set.of("PKey", "GUID", "LID", "HCA", "MTU", "PSID", "CSV", "IPoIB", "IP MTU");

    @Test
    void thereAreBundles() {
        assertThat(bundles()).isNotEmpty();
    }

    @TestFactory
    Stream<DynamicTest> bothLanguagesHaveTheSameKeys() {
        return bundles()
                .map(bundle -> DynamicTest.dynamicTest(
                        name(bundle),
                        () -> assertThat(new TreeSet<>(chinese(bundle).keySet()))
                                .isEqualTo(new TreeSet<>(english(bundle).keySet()))));
    }

    @TestFactory
    Stream<DynamicTest> chineseValuesAreChinese() {
        return bundles()
                .map(bundle -> DynamicTest.dynamicTest(name(bundle), () -> {
                    List<String> latin = chinese(bundle).values().stream()
                            .filter(value -> !CHINESE.matcher(value).find())
                            .filter(value -> !LATIN.contains(value))
                            .filter(MessagesTest::hasWords)
                            .toList();
                    assertThat(latin).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> bothLanguagesUseTheSameParameters() {
        return bundles()
                .map(bundle -> DynamicTest.dynamicTest(name(bundle), () -> {
                    Map<String, String> chinese = chinese(bundle);
                    assertThat(english(bundle))
                            .allSatisfy((key, value) -> assertThat(parameters(chinese.getOrDefault(key, "")))
                                    .as(key)
                                    .isEqualTo(parameters(value)));
                }));
    }

    @Test
    void noFileIsLeftOver() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(bundles()
                            .map(bundle -> name(bundle) + "_zh.properties")
                            .toList());
        }
    }

    /** A message that nothing shows is a mistake in one of two places. */
    @TestFactory
    Stream<DynamicTest> everyMessageIsUsed() throws IOException {
        String templates = text(Path.of("src/main/resources/templates"), ".html");
        String code = text(Path.of("src/main/java"), ".java");
        return bundles()
                .map(bundle -> DynamicTest.dynamicTest(
                        name(bundle),
                        () -> assertThat(english(bundle).keySet())
                                .filteredOn(key -> !Pattern.compile("\\b" + name(bundle) + ":" + key + "\\b")
                                        .matcher(templates)
                                        .find())
                                .filteredOn(key -> !Pattern.compile("[.:]" + key + "\\b")
                                        .matcher(code)
                                        .find())
                                .filteredOn(key -> !isOfARefusal(key, code + templates))
                                .isEmpty()));
    }

    /** Looked up by the code of a refusal, or by the field that it names; see FaultMessages. */
    private static boolean isOfARefusal(String key, String code) {
        String name = key.substring(Math.min(2, key.length()));
        String literal = switch (key.substring(0, Math.min(2, key.length()))) {
            case "e_" -> name.replace("_", "[-_.]");
            case "f_" ->
                Pattern.compile("_(.)")
                        .matcher(name)
                        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
            default -> "no literal";
        };
        return Pattern.compile("\"" + literal + "\"").matcher(code).find();
    }

    private static String text(Path folder, String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(found -> found.toString().endsWith(ending)).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private static Stream<Class<?>> bundles() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.ibportal.portal").stream()
                        .filter(type -> type.isAnnotatedWith(MessageBundle.class))
                        .map(JavaClass::reflect);
    }

    private static String name(Class<?> bundle) {
        return bundle.getAnnotation(MessageBundle.class).value();
    }

    private static Map<String, String> english(Class<?> bundle) {
        return Arrays.stream(bundle.getMethods())
                .collect(Collectors.toMap(
                        method -> method.getName(),
                        method -> method.getAnnotation(Message.class).value(),
                        (a, b) -> a,
                        TreeMap::new));
    }

    private static Map<String, String> chinese(Class<?> bundle) throws IOException {
        Properties values = new Properties();
        try (Reader reader = new StringReader(Files.readString(FILES.resolve(name(bundle) + "_zh.properties")))) {
            values.load(reader);
        }
        Map<String, String> map = new TreeMap<>();
        values.stringPropertyNames().forEach(key -> map.put(key, values.getProperty(key)));
        return map;
    }

    private static boolean hasWords(String text) {
        return PARAMETER.matcher(text).replaceAll("").codePoints().anyMatch(Character::isLetter);
    }

    private static Set<String> parameters(String text) {
        return PARAMETER
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
