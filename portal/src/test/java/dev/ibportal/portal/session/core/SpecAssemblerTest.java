package dev.ibportal.portal.session.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.portal.session.core.SpecAssembler.Address;
import dev.ibportal.portal.session.core.SpecAssembler.Assembled;
import dev.ibportal.portal.session.core.SpecAssembler.Interface;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpecAssemblerTest {
    private static final String GUID = "0x02a1f00300000051";

    @Test
    void waitsForTheFabric() {
        assertThat(assemble(row().effective(false)).spec().getInterfacesCount()).isZero();
        assertThat(item(row()).hasPresent()).isTrue();
    }

    @Test
    void whatWasOnceToldIsNeverLeftOut() {
        assertThat(item(row().everSent(true).effective(false)).hasPresent()).isTrue();
        assertThat(item(row().everSent(true).ipoib(false)).hasPresent()).isTrue();
    }

    @Test
    void aPartitionWithoutIpoibHasNoInterface() {
        assertThat(assemble(row().ipoib(false)).spec().getInterfacesCount()).isZero();
    }

    @Test
    void leavesByATombstoneThatNamesWhatHasToGo() {
        InterfaceItem item = item(row().everSent(true).ledger(7L));

        assertThat(item.getAbsent().getLedgerId()).isEqualTo(7);
        assertThat(item.getAbsent().getPortGuid()).isEqualTo(GUID);
        assertThat(item.getAbsent().getPkey()).isEqualTo(0x8051);
    }

    @Test
    void whatNobodyWasToldNeedsNoTombstone() {
        Assembled assembled = assemble(row().ledger(7L).address("10.0.0.1/24", 8L));

        assertThat(assembled.spec().getInterfacesCount()).isZero();
        assertThat(assembled.neverSent()).containsExactly(7L, 8L);
    }

    @Test
    void aMissingPortIsHeldAndAnUnknownOneIsNot() {
        assertThat(item(row().port(false)).getHeld().getReason()).isEqualTo("the node does not report port " + GUID);
        assertThat(item(row().port(null)).hasPresent()).isTrue();
    }

    @Test
    void aReleasedAddressIsATombstoneOnceItWasTold() {
        InterfaceItem told =
                item(row().everSent(true).address("10.0.0.1/24", 9L).address("10.0.0.2/24", null));
        assertThat(told.getPresent().getAddresses(0).getAbsent().getLedgerId()).isEqualTo(9);
        assertThat(told.getPresent().getAddresses(1).hasPresent()).isTrue();

        Assembled untold = assemble(row().address("10.0.0.1/24", 9L));
        assertThat(untold.spec().getInterfaces(0).getPresent().getAddressesCount())
                .isZero();
        assertThat(untold.neverSent()).containsExactly(9L);
    }

    @Test
    void anMtuThatNobodyAskedForIsNotSet() {
        assertThat(item(row()).getPresent().hasMtu()).isFalse();
        assertThat(item(row().mtu(1500)).getPresent().getMtu()).isEqualTo(1500);
    }

    private static Assembled assemble(Row row) {
        return SpecAssembler.assemble(List.of(row.build()));
    }

    private static InterfaceItem item(Row row) {
        return assemble(row).spec().getInterfaces(0);
    }

    private static Row row() {
        return new Row(null, false, true, true, true, null, List.of());
    }

    private record Row(
            @Nullable Long ledgerId,
            boolean sent,
            boolean inTable,
            boolean withIpoib,
            @Nullable Boolean portThere,
            @Nullable Integer bytes,
            List<Address> addresses) {
        Row ledger(long id) {
            return new Row(id, sent, inTable, withIpoib, portThere, bytes, addresses);
        }

        Row everSent(boolean value) {
            return new Row(ledgerId, value, inTable, withIpoib, portThere, bytes, addresses);
        }

        Row effective(boolean value) {
            return new Row(ledgerId, sent, value, withIpoib, portThere, bytes, addresses);
        }

        Row ipoib(boolean value) {
            return new Row(ledgerId, sent, inTable, value, portThere, bytes, addresses);
        }

        Row port(@Nullable Boolean value) {
            return new Row(ledgerId, sent, inTable, withIpoib, value, bytes, addresses);
        }

        Row mtu(int value) {
            return new Row(ledgerId, sent, inTable, withIpoib, portThere, value, addresses);
        }

        Row address(String cidr, @Nullable Long ledger) {
            List<Address> more = new java.util.ArrayList<>(addresses);
            more.add(new Address(cidr, ledger));
            return new Row(ledgerId, sent, inTable, withIpoib, portThere, bytes, more);
        }

        Interface build() {
            return new Interface(
                    UUID.fromString("00000000-0000-4000-8000-000000000001"),
                    ledgerId,
                    sent,
                    inTable,
                    withIpoib,
                    GUID,
                    portThere,
                    PKey.parse("0x8051"),
                    IpoibMode.DATAGRAM,
                    bytes,
                    addresses,
                    false,
                    false,
                    null);
        }
    }
}
