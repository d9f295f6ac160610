package dev.ibportal.opensm.found;

import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a file says, as far as it can be told.
 *
 * @param opensFabric whether OpenSM refuses the whole file, so that nothing of it is in force today
 * @param everyPort membership of all ports in the default partition; null: the file does not say
 */
public record FoundConf(
        boolean opensFabric, @Nullable MembershipType everyPort, List<FoundLine> lines, List<Rule> rules) {
    public FoundConf {
        lines = List.copyOf(lines);
        rules = List.copyOf(rules);
    }

    /**
     * A tenant's partition.
     *
     * @param line of its first rule
     * @param name as it was written
     * @param rateCode null: not said
     */
    public record Rule(
            int line,
            PKey pkey,
            String name,
            boolean ipoib,
            Optional<IbMtu> mtu,
            @Nullable Integer rateCode,
            int serviceLevel,
            List<Member> members) {
        public Rule {
            members = List.copyOf(members);
        }
    }

    public record Member(int line, Guid port, MembershipType membership, boolean index0) {}
}
