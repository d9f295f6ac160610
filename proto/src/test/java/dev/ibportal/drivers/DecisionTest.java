package dev.ibportal.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Twelve shapes of nodes against what is shipped; the whole table lies in {@code target/why-not.md} afterwards. */
class DecisionTest {
    private static final Catalogue SHIPPED = Catalogue.shipped();

    private static final List<NodeShape> SHAPES = List.of(
            node("debian", "12", "6.1.0-28-amd64", "15b3:1017"),
            node("debian", "12", "6.1.0-28-cloud-amd64", "15b3:1018"),
            node("ubuntu", "24.04", "6.8.0-49-generic", "15b3:1021"),
            node("ubuntu", "22.04", "6.5.0-1025-azure", "15b3:101c"),
            node("ubuntu", "20.04", "5.4.0-200-generic", "15b3:1013"),
            node("rocky", "9.4", "5.14.0-427.13.1.el9_4.x86_64", "15b3:101b"),
            node("rhel", "9.6", "5.14.0-570.12.1.el9_6.x86_64", "15b3:1013"),
            node("rhel", "8.10", "4.18.0-553.el8_10.x86_64", "15b3:1003"),
            node("centos", "7", "3.10.0-1160.el7.x86_64", "15b3:1011"),
            node("sles", "15.6", "6.4.0-150600.21-default", "15b3:a2dc"),
            node("rhel", "10.0", "6.12.0-55.9.1.el10_0.x86_64", "8086:24f0"),
            node("debian", "13", "6.12.57-amd64", "15b3:1015"));

    private static NodeShape node(String system, String version, String kernel, String... adapters) {
        return new NodeShape(
                system,
                version,
                kernel,
                "x86_64",
                Stream.of(adapters).map(PciId::parse).toList());
    }

    private static Profile profile(String id) {
        return SHIPPED.profiles().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** As the profile, but made for kernels up to this one, and for all of them alike. */
    private static Profile until(Profile profile, String lastKernel) {
        return new Profile(
                profile.id(),
                profile.stack(),
                profile.version(),
                profile.systems(),
                profile.architectures(),
                profile.drivers(),
                profile.without(),
                List.of(),
                lastKernel,
                profile.packages(),
                profile.sources());
    }

    private static List<String> codes(NodeShape node, String profile) {
        return Decision.of(node, profile(profile)).whyNot().stream()
                .map(Reason::code)
                .toList();
    }

    @AfterAll
    static void write() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("Why not: what the shipped catalogue says of twelve shapes of nodes.\n");
        for (NodeShape node : SHAPES) {
            lines.add("\n## %s %s, %s, %s\n\n| stack | | why not | not known | notes |\n|---|---|---|---|---|"
                    .formatted(
                            node.system(),
                            node.systemVersion(),
                            node.kernel(),
                            node.generations().get(0).label()));
            SHIPPED.profiles().forEach(profile -> lines.add(line(Decision.of(node, profile))));
        }
        Files.write(Path.of("target", "why-not.md"), lines);
    }

    private static String line(Verdict verdict) {
        return Stream.concat(
                        Stream.of(
                                verdict.profile().label() + " ("
                                        + verdict.profile().id() + ")",
                                verdict.answer().name().toLowerCase(Locale.ROOT)),
                        Stream.of(verdict.whyNot(), verdict.open(), verdict.notes())
                                .map(reasons -> reasons.stream()
                                        .map(reason -> reason.text()
                                                + (reason.instead().isEmpty() ? "" : " → " + reason.instead()))
                                        .collect(Collectors.joining("; "))))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, inbox-debian, WORKS",
        "0, mlnx-ofed-23.10, NOT_KNOWN",
        "0, doca-ofed-3.2, REFUSED",
        "1, inbox-debian, REFUSED",
        "1, mlnx-ofed-23.10, NOT_KNOWN",
        "2, inbox-ubuntu, WORKS",
        "2, doca-ofed-3.2, NOT_KNOWN",
        "3, inbox-ubuntu, NOT_KNOWN",
        "4, inbox-ubuntu, WORKS",
        "4, doca-ofed-2.9, REFUSED",
        "5, doca-ofed-3.2, NOT_KNOWN",
        "6, doca-ofed-3.2, REFUSED",
        "6, inbox-rhel, WORKS",
        "7, mlnx-ofed-23.10, REFUSED",
        "7, mlnx-ofed-4.9, NOT_KNOWN",
        "7, inbox-rhel, WORKS",
        "8, ofa-ofed-4, NOT_KNOWN",
        "9, mlnx-ofed-23.10, REFUSED",
        "10, inbox-rhel, WORKS",
        "10, doca-ofed-3.2, REFUSED",
        "11, inbox-debian, WORKS",
    })
    void theShippedCatalogueDecidesAboutTwelveShapes(int shape, String profile, Answer answer) {
        assertThat(Decision.of(SHAPES.get(shape), profile(profile)).answer())
                .as("%s on %s", profile, SHAPES.get(shape))
                .isEqualTo(answer);
    }

    @Test
    void everyReasonIsNamedAndNotOnlyTheFirst() {
        NodeShape node =
                new NodeShape("debian", "9", "4.9.0-cloud-amd64", "riscv64", List.of(PciId.parse("8086:24f0")));

        assertThat(codes(node, "doca-ofed-3.2"))
                .containsExactly("system.other", "architecture.other", "adapter.driver");
        assertThat(codes(node, "inbox-debian"))
                .containsExactly("system.version", "architecture.other", "kernel.without");
    }

    @Test
    void aConnectX3GoesToTheLastStackThatKnowsIt() {
        NodeShape node = SHAPES.get(7);

        assertThat(codes(node, "mlnx-ofed-23.10")).contains("adapter.driver");
        assertThat(Decision.nearest(node, profile("mlnx-ofed-23.10"), SHIPPED))
                .map(Profile::id)
                .contains("inbox-rhel");
        assertThat(Decision.of(node, profile("mlnx-ofed-4.9")).open())
                .extracting(Reason::code)
                .contains("system.not-known");
    }

    @Test
    void aKernelForCloudsWithoutInfiniBandIsNamedWithWhatToInstead() {
        Reason reason =
                Decision.of(SHAPES.get(1), profile("inbox-debian")).whyNot().get(0);

        assertThat(reason.text()).contains("6.1.0-28-cloud-amd64", "no InfiniBand modules");
        assertThat(reason.instead()).contains("linux-image-amd64");
    }

    @Test
    void theNearestIsOfTheSameStackAndTheNewest() {
        Catalogue told = new Catalogue(SHIPPED.profiles().stream()
                .map(one -> one.stack() == Stack.INBOX ? one : until(one, "6.8"))
                .toList());
        assertThat(Decision.nearest(SHAPES.get(5), profile("doca-ofed-2.9"), told))
                .map(Profile::id)
                .contains("doca-ofed-3.2");
        assertThat(Decision.nearest(SHAPES.get(5), profile("doca-ofed-2.9"), SHIPPED))
                .as("what only may work is not offered")
                .map(Profile::id)
                .contains("inbox-rhel");
        assertThat(Decision.nearest(SHAPES.get(6), profile("doca-ofed-3.2"), SHIPPED))
                .map(Profile::id)
                .contains("inbox-rhel");
        assertThat(Decision.nearest(node("haiku", "1", "1.0", "15b3:1017"), profile("doca-ofed-3.2"), SHIPPED))
                .isEqualTo(Optional.empty());
    }

    /** The kernel and the last one on the list of C-18. */
    @Test
    void aKernelThatIsNewerThanTheStackIsRefusedBeforeAnythingIsDownloaded() {
        Profile until = until(profile("doca-ofed-3.2"), "6.8");
        NodeShape node = node("ubuntu", "24.04", "6.99.1-test", "15b3:1017");

        assertThat(Decision.of(node, until).whyNot())
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).contains("6.99.1-test", "DOCA-OFED 3.2", "6.8"));
        assertThat(Decision.of(node("ubuntu", "24.04", "6.8.0-49-generic", "15b3:1017"), until)
                        .answer())
                .isEqualTo(Answer.WORKS);
    }

    /** C-18 against what is shipped, where no vendor's list of kernels is known. */
    @Test
    void aVendorsStackWithoutAListOfKernelsIsNeverCalledWorking() {
        NodeShape node = node("ubuntu", "24.04", "6.99.1-test", "15b3:1017");

        assertThat(SHIPPED.profiles())
                .filteredOn(one -> one.stack() != Stack.INBOX)
                .isNotEmpty()
                .allSatisfy(one ->
                        assertThat(Decision.of(node, one).answer()).as(one.id()).isNotEqualTo(Answer.WORKS));
        assertThat(Decision.of(node, profile("doca-ofed-3.2")).open())
                .filteredOn(reason -> reason.code().equals("kernel.list-not-known"))
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).contains("6.99.1-test", "DOCA-OFED 3.2"));
    }

    @Test
    void aKernelThatNeedsMoreIsNotCalledWorking() {
        Verdict verdict = Decision.of(SHAPES.get(3), profile("inbox-ubuntu"));

        assertThat(verdict.answer()).isEqualTo(Answer.NOT_KNOWN);
        assertThat(verdict.open()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo("kernel.needs-more");
            assertThat(reason.instead()).contains("linux-modules-extra");
        });
    }

    @Test
    void whatIsNotKnownIsNeverCalledWorking() {
        NodeShape strange = node("debian", "12", "", "15b3:ffff");

        Verdict verdict = Decision.of(strange, profile("inbox-debian"));

        assertThat(verdict.answer()).isEqualTo(Answer.NOT_KNOWN);
        assertThat(verdict.open()).extracting(Reason::code).containsExactly("kernel.not-known", "adapter.not-known");
        assertThat(codes(node("debian", "12", "6.1.0-28-amd64"), "inbox-debian"))
                .containsExactly("adapter.none");
    }
}
