package dev.ibportal.portal.reconcile.core;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmPresent;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.portal.reconcile.core.FabricWishes.Member;
import dev.ibportal.portal.reconcile.core.FabricWishes.Partition;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The whole configuration of a fabric as it is handed to the subnet manager. */
public final class FabricDocument {
    private FabricDocument() {}

    /** One port in one partition. */
    public record Key(PKey pkey, Guid port) {
        @Override
        public String toString() {
            return "port " + port + " in partition " + pkey;
        }
    }

    /** Partitions by PKey, members by GUID, so that equal wishes give equal bytes. Without generation. */
    public static SmDocument of(FabricWishes wishes) {
        SmDocument.Builder document = SmDocument.newBuilder()
                .setFabricId(wishes.fabric().toString())
                .setDefaultMembership(type(wishes.everyPort()));
        // Unset as ever for OpenSM, so that nothing seems to change.
        if (wishes.ufm()) {
            document.setSmKind(SmKind.SM_KIND_UFM);
        }
        wishes.partitions().stream()
                .filter(partition -> !partition.members().isEmpty())
                .sorted(Comparator.comparing(Partition::pkey))
                .forEach(partition -> document.addPartitions(partition(partition)));
        return document.build();
    }

    /** What the digest of a document covers: neither its number nor what is to be read back at once. */
    public static byte[] digest(SmDocument document) {
        SmDocument plain = document.toBuilder()
                .clearGeneration()
                .clearReadBackGuids()
                .clearRenderedSha256()
                .build();
        try {
            return MessageDigest.getInstance("SHA-256").digest(plain.toByteArray());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The document as it is sent: numbered, with the digest of the file that it means and the ports to look at. */
    public static SmDocument sealed(SmDocument document, long generation, Set<Guid> readBack) {
        String rendered = PartitionsConfRenderer.render(SmDocuments.conf(document));
        return document.toBuilder()
                .setGeneration(generation)
                .setRenderedSha256(ByteString.copyFrom(SmDocuments.sha256(rendered)))
                .clearReadBackGuids()
                .addAllReadBackGuids(
                        readBack.stream().sorted().map(Guid::toString).toList())
                .build();
    }

    /** Every port that the document speaks of, with what it says. */
    public static Map<Key, SmMember> members(SmDocument document) {
        Map<Key, SmMember> all = new LinkedHashMap<>();
        for (SmPartition partition : document.getPartitionsList()) {
            for (SmMember member : partition.getMembersList()) {
                all.put(new Key(PKey.of(partition.getPkey()), Guid.parse(member.getPortGuid())), member);
            }
        }
        return all;
    }

    /** Members that the document before had present and this one does not even name: never a wish, always a slip. */
    public static List<Key> omitted(SmDocument before, SmDocument after) {
        Map<Key, SmMember> named = members(after);
        List<Key> omitted = new ArrayList<>();
        members(before).forEach((key, member) -> {
            if (member.hasPresent() && !named.containsKey(key)) {
                omitted.add(key);
            }
        });
        return omitted;
    }

    /** Members of which this document says something else than the one before. */
    public static Set<Key> changed(SmDocument before, SmDocument after) {
        Map<Key, SmMember> old = members(before);
        Set<Key> changed = new TreeSet<>(Comparator.comparing(Key::pkey).thenComparing(Key::port));
        members(after).forEach((key, member) -> {
            if (!member.equals(old.get(key))) {
                changed.add(key);
            }
        });
        return changed;
    }

    private static SmPartition partition(Partition partition) {
        SmPartition.Builder out = SmPartition.newBuilder()
                .setPkey(partition.pkey().full())
                .setIpoib(partition.ipoib())
                .setIbMtu(partition.ibMtu().bytes())
                .setServiceLevel(partition.serviceLevel());
        if (partition.rateCode() != null) {
            out.setRateCode(partition.rateCode());
        }
        partition.members().stream()
                .sorted(Comparator.comparing(Member::port))
                .forEach(member -> out.addMembers(member(partition.pkey(), member)));
        return out.build();
    }

    private static SmMember member(PKey pkey, Member member) {
        SmMember.Builder out = SmMember.newBuilder().setPortGuid(member.port().toString());
        if (member.ledger() == null) {
            SmPresent.Builder present = SmPresent.newBuilder().setMembership(type(member.membership()));
            // Unset as ever where it is not wanted, so that nothing seems to change.
            if (member.index0()) {
                present.setIndex0(true);
            }
            return out.setPresent(present).build();
        }
        return out.setAbsent(Absent.newBuilder()
                        .setLedgerId(member.ledger())
                        .setPortGuid(member.port().toString())
                        .setPkey(pkey.full()))
                .build();
    }

    private static MembershipType type(dev.ibportal.types.MembershipType membership) {
        return switch (membership) {
            case FULL -> MembershipType.MEMBERSHIP_TYPE_FULL;
            case LIMITED -> MembershipType.MEMBERSHIP_TYPE_LIMITED;
        };
    }
}
