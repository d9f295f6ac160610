package dev.ibportal.opensm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a document of the portal means as partitions.conf. Both sides use this one reading, so that the digest in the
 * document proves that they agree.
 */
public final class SmDocuments {
    private SmDocuments() {}

    /**
     * The model of the file: members that are present; absent ones are left out.
     *
     * @throws InvalidValueException if a value is missing or impossible, or a member is held, which no file can say
     */
    public static PartitionsConf conf(SmDocument document) {
        List<PartitionRule> rules = new ArrayList<>();
        for (SmPartition partition : document.getPartitionsList()) {
            rules.add(rule(partition));
        }
        return new PartitionsConf(
                DefaultRule.of(membership(document.getDefaultMembership(), "default_membership")), rules);
    }

    /** SHA-256 of the rendered file, as it stands in {@code SmDocument.rendered_sha256}. */
    public static byte[] sha256(String rendered) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(rendered.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static PartitionRule rule(SmPartition partition) {
        if (!partition.hasPkey()) {
            throw missing("pkey", "a partition of the document has no PKey");
        }
        PKey pkey = PKey.of(partition.getPkey());
        List<PortMember> members = new ArrayList<>();
        for (SmMember member : partition.getMembersList()) {
            member(pkey, member).ifPresent(members::add);
        }
        return new PartitionRule(pkey, group(partition), partition.getServiceLevel(), members);
    }

    private static Optional<BroadcastGroup> group(SmPartition partition) {
        if (!partition.getIpoib()) {
            return Optional.empty();
        }
        IbMtu mtu = partition.hasIbMtu() ? IbMtu.ofBytes(partition.getIbMtu()) : BroadcastGroup.DEFAULT.mtu();
        int rate = partition.hasRateCode() ? partition.getRateCode() : BroadcastGroup.DEFAULT.rateCode();
        return Optional.of(new BroadcastGroup(mtu, rate));
    }

    private static Optional<PortMember> member(PKey pkey, SmMember member) {
        Guid port = Guid.parse(member.getPortGuid());
        return switch (member.getWishCase()) {
            case PRESENT ->
                Optional.of(new PortMember(
                        port,
                        membership(member.getPresent().getMembership(), "membership of " + port + " in " + pkey),
                        member.getPresent().getIndex0()));
            case ABSENT -> Optional.empty();
            case HELD ->
                throw new InvalidValueException(
                        "sm-document.held",
                        "port " + port + " is held in partition " + pkey
                                + ", but a file lists a member or does not: present or absent expected",
                        port.toString());
            case WISH_NOT_SET ->
                throw missing("wish", "port " + port + " in " + pkey + " is neither present nor absent");
        };
    }

    private static MembershipType membership(dev.ibportal.agent.v1.MembershipType type, String where) {
        return switch (type) {
            case MEMBERSHIP_TYPE_FULL -> MembershipType.FULL;
            case MEMBERSHIP_TYPE_LIMITED -> MembershipType.LIMITED;
            case MEMBERSHIP_TYPE_UNSPECIFIED, UNRECOGNIZED ->
                throw missing("membership", where + " is neither full nor limited");
        };
    }

    private static InvalidValueException missing(String what, String message) {
        return new InvalidValueException("sm-document." + what, message, "");
    }
}
