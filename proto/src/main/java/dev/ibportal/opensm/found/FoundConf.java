package dev.ibportal.opensm.found;

import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
     * What ports would lose if this file were replaced by that one, in plain words: keys of tenants' partitions, full
     * membership of all ports in the default partition, and whatever a line gives that is not understood. Single ports
     * named in the default partition are left out.
     */
    public List<String> losses(PartitionsConf other) {
        if (opensFabric) {
            return List.of("OpenSM refuses the file, so that today every port reaches every other");
        }
        List<String> losses = new ArrayList<>();
        lines.stream()
                .filter(line -> line.verdict() == FoundLine.Verdict.REFUSED)
                .forEach(line -> losses.add("line " + line.number() + ", which is not understood"));
        if (everyPort == MembershipType.FULL && other.defaultRule().everyPort() == MembershipType.LIMITED) {
            losses.add(PKey.DEFAULT + " (full) of every port, which are limited by the setting of the fabric");
        }
        for (Rule rule : rules) {
            Map<Guid, MembershipType> kept = new HashMap<>();
            other.partitions().stream()
                    .filter(one -> one.pkey().equals(rule.pkey()))
                    .flatMap(one -> one.members().stream())
                    .forEach(member -> kept.put(member.port(), member.membership()));
            rule.members().stream()
                    .filter(member -> !covers(kept.get(member.port()), member.membership()))
                    .forEach(member ->
                            losses.add(rule.pkey() + " (" + member.membership().text() + ") of port " + member.port()));
        }
        return losses;
    }

    private static boolean covers(@Nullable MembershipType kept, MembershipType given) {
        return kept == MembershipType.FULL || kept == given;
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
