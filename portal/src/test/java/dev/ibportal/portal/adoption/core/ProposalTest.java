package dev.ibportal.portal.adoption.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpPrefix;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProposalTest {
    private static final InterfaceAddress ADDRESS = InterfaceAddress.parse("10.1.0.5/24");

    private static Home home(boolean granted, boolean ipoib, String... pools) {
        return new Home(
                UUID.randomUUID(),
                "storage",
                UUID.randomUUID(),
                "Aldermoor",
                granted,
                ipoib,
                "datagram",
                2044,
                List.of(pools).stream().map(IpPrefix::parse).toList());
    }

    private static FoundInterface found(
            @Nullable String membership, String mode, int mtu, FoundInterface.Kept... kept) {
        return new FoundInterface(
                "ib0.8051",
                true,
                "0x02a1f00300000051",
                "0x8051",
                membership,
                mode,
                mtu,
                List.of(ADDRESS),
                List.of(kept));
    }

    private static FoundInterface.Kept kept(InterfaceAddress... addresses) {
        return new FoundInterface.Kept("/etc/network/interfaces", List.of(addresses));
    }

    @Test
    void whatIsThereAndKeptChangesNothing() {
        Proposal proposal = Proposal.of(
                found("full", "datagram", 2044, kept(ADDRESS)), Optional.of(home(true, true, "10.1.0.0/24")));

        assertThat(proposal.isPossible()).isTrue();
        assertThat(proposal.changes()).isEmpty();
        assertThat(proposal.mode()).isNull();
        assertThat(proposal.mtu()).isNull();
    }

    @Test
    void otherModeAndMtuThanThePartitionsAreSaid() {
        Proposal proposal = Proposal.of(
                found("full", "connected", 65520, kept(ADDRESS)), Optional.of(home(true, true, "10.1.0.0/24")));

        assertThat(proposal.mode()).isEqualTo("connected");
        assertThat(proposal.mtu()).isEqualTo(65520);
    }

    @Test
    void everythingThatStandsInTheWayIsNamed() {
        assertThat(Proposal.of(found(null, "datagram", 2044), Optional.empty()).obstacles())
                .anyMatch(text -> text.contains("no partition of this fabric has PKey 0x8051"))
                .anyMatch(text -> text.contains("the port's table does not show 0x8051"));
        assertThat(Proposal.of(
                                found("full", "datagram", 2044, kept(InterfaceAddress.parse("10.1.0.6/24"))),
                                Optional.of(home(false, false, "10.2.0.0/24")))
                        .obstacles())
                .anyMatch(text -> text.contains("is not granted to tenant Aldermoor"))
                .anyMatch(text -> text.contains("without IPoIB"))
                .anyMatch(text -> text.contains("in no pool of storage: make the pool 10.1.0.0/24"))
                .anyMatch(text -> text.contains("keeps 10.1.0.6/24, but ib0.8051 has 10.1.0.5/24"));
    }

    @Test
    void whatItWouldChangeIsSaid() {
        assertThat(Proposal.of(
                                found("limited", "datagram", 2044),
                                Optional.of(home(true, true, "10.1.0.0/24", "fd00::/64")))
                        .changes())
                .anyMatch(text -> text.contains("no file keeps it"))
                .anyMatch(text -> text.contains("an address of pool fd00::/64"));
    }
}
