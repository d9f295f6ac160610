package dev.ibportal.opensm;

import dev.ibportal.testing.Gen;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Models for tests: random ones, and short ways to write them down. */
final class Confs {
    static final DefaultRule LIMITED = DefaultRule.of(MembershipType.LIMITED);

    private static final Gen<MembershipType> MEMBERSHIPS = Gen.oneOf(List.of(MembershipType.values()));

    private Confs() {}

    /** One row of the flat list that random models are made of, so that a failing model can lose rows. */
    record Row(int pkey, int port, MembershipType membership, boolean index0) {}

    static Gen<List<Row>> rows(int pkeys, int ports, boolean withIndex0) {
        return Gen.lists(
                random -> new Row(
                        1 + random.nextInt(pkeys),
                        1 + random.nextInt(ports),
                        MEMBERSHIPS.make(random),
                        withIndex0 && random.nextInt(8) == 0),
                0,
                40);
    }

    /** The model of the rows; what a model refuses (a port twice, index 0 twice) is left out. */
    static PartitionsConf conf(List<Row> rows) {
        List<PartitionRule> rules = new ArrayList<>();
        Set<Integer> withIndex0 = new HashSet<>();
        rows.stream().map(Row::pkey).distinct().forEach(pkey -> {
            List<PortMember> members = new ArrayList<>();
            Set<Integer> seen = new HashSet<>();
            for (Row row : rows) {
                if (row.pkey == pkey && seen.add(row.port)) {
                    boolean index0 = row.index0 && withIndex0.add(row.port);
                    members.add(new PortMember(new Guid(row.port), row.membership, index0));
                }
            }
            rules.add(new PartitionRule(new PKey(pkey), group(pkey), pkey % 16, members));
        });
        return new PartitionsConf(
                DefaultRule.of(rows.size() % 2 == 0 ? MembershipType.FULL : MembershipType.LIMITED), rules);
    }

    private static Optional<BroadcastGroup> group(int pkey) {
        IbMtu mtu = IbMtu.ofCode(1 + pkey % 5);
        int rates = BroadcastGroup.MAX_RATE - BroadcastGroup.MIN_RATE + 1;
        BroadcastGroup group = new BroadcastGroup(mtu, BroadcastGroup.MIN_RATE + pkey % rates);
        return pkey % 3 == 0 ? Optional.empty() : Optional.of(group);
    }

    static PartitionRule ipoib(String pkey, PortMember... members) {
        return new PartitionRule(PKey.parse(pkey), Optional.of(BroadcastGroup.DEFAULT), 0, List.of(members));
    }

    static PortMember full(String guid) {
        return new PortMember(Guid.parse(guid), MembershipType.FULL);
    }

    static PortMember limited(String guid) {
        return new PortMember(Guid.parse(guid), MembershipType.LIMITED);
    }
}
