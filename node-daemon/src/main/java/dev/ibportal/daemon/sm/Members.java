package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The members of a document by what names them. */
final class Members {
    private Members() {}

    record Key(PKey pkey, Guid port) {}

    /** @throws InvalidValueException if a value is missing, unreadable or said twice */
    static Map<Key, SmMember> of(SmDocument document) {
        Map<Key, SmMember> members = new LinkedHashMap<>();
        for (SmPartition partition : document.getPartitionsList()) {
            if (!partition.hasPkey()) {
                throw new InvalidValueException("sm-document.pkey", "a partition of the document has no PKey", "");
            }
            PKey pkey = PKey.of(partition.getPkey());
            for (SmMember member : partition.getMembersList()) {
                Key key = new Key(pkey, Guid.parse(member.getPortGuid()));
                if (members.put(key, member) != null) {
                    throw new InvalidValueException(
                            "sm-document.member-twice",
                            "port " + key.port() + " stands twice in partition " + pkey,
                            member.getPortGuid());
                }
            }
        }
        return members;
    }

    /** What each port's table should show, for the ports and keys that the document speaks of. */
    static Map<Guid, Expectation> expectations(SmDocument resolved) {
        Map<Guid, Map<PKey, Integer>> entries = new HashMap<>();
        of(resolved)
                .forEach((key, member) -> entries.computeIfAbsent(key.port(), port -> new HashMap<>())
                        .put(key.pkey(), entry(key.pkey(), member)));
        Map<Guid, PKey> first = new HashMap<>();
        of(resolved).forEach((key, member) -> {
            if (member.getPresent().getIndex0()) {
                first.put(key.port(), key.pkey());
            }
        });
        Map<Guid, Expectation> expectations = new HashMap<>();
        entries.forEach((port, wanted) ->
                expectations.put(port, new Expectation(wanted, Optional.ofNullable(first.get(port)))));
        return expectations;
    }

    /** The first member, if any, whose key belongs at index 0. */
    static Optional<Key> index0(SmDocument document) {
        return of(document).entrySet().stream()
                .filter(member -> member.getValue().getPresent().getIndex0())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static int entry(PKey pkey, SmMember member) {
        if (!member.hasPresent()) {
            return Expectation.NO_ENTRY;
        }
        return member.getPresent().getMembership() == MembershipType.MEMBERSHIP_TYPE_FULL
                ? pkey.full()
                : pkey.limited();
    }
}
