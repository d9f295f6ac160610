package dev.ibportal.portal.drivers.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.PciId;
import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MatrixTest {
    private static final Catalogue CATALOGUE = Catalogue.shipped();

    private static NodeFacts node(String name, NodeShape shape, boolean known, boolean adaptersKnown) {
        return new NodeFacts(UUID.randomUUID(), name, "online", List.of(), List.of(), shape, known, adaptersKnown);
    }

    private static NodeShape debian(String kernel, String... adapters) {
        return new NodeShape(
                "debian",
                "12",
                kernel,
                "x86_64",
                List.of(adapters).stream().map(PciId::parse).toList());
    }

    private static NodeVerdict verdict(NodeFacts node, String profile) {
        return Matrix.of(List.of(node), CATALOGUE).rows().get(0).verdicts().stream()
                .filter(one -> one.profile().equals(profile))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nodesOfOneShapeAreOneRow() {
        NodeShape shape = debian("6.1.0-26-amd64", "15b3:101b");
        Matrix matrix = Matrix.of(
                List.of(
                        node("a", debian("6.1.0-26-amd64", "15b3:1003"), true, true),
                        node("b", shape, true, true),
                        node("c", shape, true, true)),
                CATALOGUE);

        assertThat(matrix.nodes()).isEqualTo(3);
        assertThat(matrix.rows())
                .extracting(row -> row.nodes().stream().map(NodeFacts::name).toList())
                .containsExactly(List.of("b", "c"), List.of("a"));
    }

    @Test
    void aCloudKernelIsNamedAndWhatToDo() {
        NodeVerdict verdict =
                verdict(node("a", debian("6.1.0-26-cloud-amd64", "15b3:101b"), true, true), "inbox-debian");

        assertThat(verdict.answer()).isEqualTo(Answer.REFUSED);
        assertThat(verdict.whyNot()).extracting(Reason::code).contains("kernel.without");
    }

    @Test
    void theNearestThatWorksIsNamed() {
        NodeVerdict verdict = verdict(node("a", debian("6.1.0-26-amd64", "15b3:1003"), true, true), "mlnx-ofed-23.10");

        assertThat(verdict.answer()).isEqualTo(Answer.REFUSED);
        assertThat(verdict.nearest()).isEqualTo("inbox-debian");
    }

    /** An adapter without a driver is no RDMA device: a node that tells of none may have one. */
    @Test
    void noAdapterToldOfIsNotKnownRatherThanRefused() {
        NodeVerdict verdict = verdict(node("a", debian("6.1.0-26-amd64"), true, false), "inbox-debian");

        assertThat(verdict.answer()).isEqualTo(Answer.NOT_KNOWN);
        assertThat(verdict.open()).extracting(Reason::code).containsExactly("adapter.not-told");
    }

    @Test
    void ofANodeThatNeverSpokeNothingIsKnown() {
        NodeShape nothing = new NodeShape("", "", "", "", List.of());

        assertThat(Matrix.of(List.of(node("a", nothing, false, false)), CATALOGUE)
                        .rows()
                        .get(0)
                        .verdicts())
                .extracting(NodeVerdict::answer)
                .containsOnly(Answer.NOT_KNOWN);
    }

    @Test
    void idsComeFromTheVendorsType() {
        assertThat(Adapters.of("MT4123", "mlx5_core")).contains(PciId.parse("15b3:101b"));
        assertThat(Adapters.of("MT4099", "mlx4_core")).contains(PciId.parse("15b3:1003"));
        assertThat(Adapters.of("", "hfi1")).contains(PciId.parse("8086:24f0"));
        assertThat(Adapters.of("", "mlx5_core")).isEmpty();
        assertThat(Adapters.of("MT99999", "")).isEmpty();
    }
}
