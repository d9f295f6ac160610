package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AcceptTest {
    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001", "0x8002");
    }

    private static InterfaceItem.Builder one() {
        return Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.1.1/24");
    }

    private static InterfaceItem.Builder two() {
        return Items.present("if-2", Bench.PORT_0, 0x8002, "10.0.2.1/24");
    }

    private SpecRefusal refused(NodeSpec spec) {
        String before = bench.picture();
        SpecRefusal refusal = bench.reconciler.accept(spec).orElseThrow();
        bench.reconciler.reconcile();
        assertThat(bench.picture()).isEqualTo(before);
        return refusal;
    }

    @Test
    void anOlderGenerationIsStale() {
        bench.apply(one());
        bench.apply(one(), two());

        SpecRefusal refusal = refused(new SpecBuilder(1).add(one()).build());

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_STALE);
        assertThat(refusal.getDetail()).contains("generation 1", "generation 2");
    }

    @Test
    void theSameSpecAgainIsNoRefusal() {
        NodeSpec spec = bench.spec(one());
        assertThat(bench.reconciler.accept(spec)).isEmpty();

        assertThat(bench.reconciler.accept(spec)).isEmpty();
        assertThat(bench.reconciler.generation()).hasValue(1);
    }

    @Test
    void anOmittedInterfaceIsNamed() {
        bench.apply(one(), two());

        SpecRefusal refusal = refused(bench.spec(two()));

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_ITEM_OMITTED);
        assertThat(refusal.getDetail()).contains("if-1", "ib0.8001", "0x8001", Bench.PORT_0.toString());
    }

    @Test
    void anOmittedInterfaceIsRememberedAcrossRestarts() throws IOException {
        bench.apply(one(), two());
        bench.restart();

        assertThat(refused(bench.spec()).getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_ITEM_OMITTED);
    }

    @Test
    void anOmittedAddressIsNamed() {
        bench.apply(one());

        SpecRefusal refusal = refused(bench.spec(Items.present("if-1", Bench.PORT_0, 0x8001)));

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_ITEM_OMITTED);
        assertThat(refusal.getDetail()).contains("10.0.1.1/24", "if-1");
    }

    @Test
    void whatWasNeverAppliedMayBeLeftOut() {
        bench.apply(Items.present("if-9", Guid.parse("0x0002c90300000999"), 0x8009));

        assertThat(bench.reconciler.accept(bench.spec(one()))).isEmpty();
    }

    @Test
    void aProvenAbsentInterfaceMayBeLeftOut() {
        bench.apply(one());
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 4));

        assertThat(bench.reconciler.accept(bench.spec())).isEmpty();
    }

    @Test
    void anInterfaceCannotMove() {
        bench.apply(one());

        SpecRefusal refusal = refused(bench.spec(Items.present("if-1", Bench.PORT_1, 0x8001, "10.0.1.1/24")));

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_INVALID);
        assertThat(refusal.getDetail()).contains("cannot move");
    }

    static List<Arguments> invalidItems() {
        return List.of(
                Arguments.of("present.port_guid", Items.present("x", Bench.PORT_0, 0x8003, i -> i.setPortGuid("eth0"))),
                Arguments.of("present.pkey", Items.present("x", Bench.PORT_0, 0x8003, i -> i.clearPkey())),
                Arguments.of("present.pkey", Items.present("x", Bench.PORT_0, 0x8000)),
                Arguments.of("present.pkey", Items.present("x", Bench.PORT_0, 0xffff)),
                Arguments.of("present.pkey", Items.present("x", Bench.PORT_0, 0x18001)),
                Arguments.of(
                        "present.mode",
                        Items.present("x", Bench.PORT_0, 0x8003, i -> i.setMode(IpoibMode.IPOIB_MODE_UNSPECIFIED))),
                Arguments.of("present.mtu", Items.present("x", Bench.PORT_0, 0x8003, i -> i.setMtu(0))),
                Arguments.of(
                        "present.mtu", Items.present("x", Bench.PORT_0, 0x8003, i -> i.setMtu(1000), "fd00::1/64")),
                Arguments.of("present.addresses[0].cidr", Items.present("x", Bench.PORT_0, 0x8003, "10.0.0.1/33")),
                Arguments.of("present.addresses[0].cidr", Items.present("x", Bench.PORT_0, 0x8003, "$(reboot)/24")),
                Arguments.of("interface_id", Items.present("x\nauto eth0", Bench.PORT_0, 0x8003)));
    }

    @ParameterizedTest
    @MethodSource("invalidItems")
    void anInvalidValueIsNamedByItsField(String field, InterfaceItem.Builder item) {
        SpecRefusal refusal = refused(bench.spec(one(), item));

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_INVALID);
        assertThat(refusal.getDetail()).startsWith("interfaces[1]." + field + ": ");
    }

    @Test
    void anUnknownKindOfItemIsUnsupported() {
        SpecRefusal refusal = refused(bench.spec(InterfaceItem.newBuilder().setInterfaceId("if-1")));

        assertThat(refusal.getReason()).isEqualTo(SpecRefusalReason.SPEC_REFUSAL_REASON_UNSUPPORTED);
    }

    @Test
    void oneAddressOnTwoInterfacesIsInvalid() {
        SpecRefusal refusal = refused(bench.spec(one(), Items.present("if-2", Bench.PORT_0, 0x8002, "10.0.1.1/24")));

        assertThat(refusal.getDetail()).contains("10.0.1.1/24", "if-1", "if-2");
    }

    @Test
    void aDamagedSpecOnDiskStopsTheDaemonInsteadOfForgetting() throws IOException {
        bench.apply(one());
        bench.state.write("/spec", "garbage\nmore\n", FileMode.OWNER_ONLY);

        assertThatThrownBy(bench::restart).isInstanceOf(IOException.class).hasMessageContaining("damaged");
    }
}
