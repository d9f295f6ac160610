package dev.ibportal.portal.partition;

import org.jspecify.annotations.Nullable;

/**
 * What can be changed of a partition, whole: absent means the default. A PKey is for life, and so are the attributes of
 * the broadcast group, which is made once; they are here to be refused with the reason.
 */
public record PartitionChange(
        @Nullable String name,
        @Nullable String description,
        @Nullable String pkey,
        @Nullable Boolean ipoib,
        @Nullable Integer ibMtu,
        @Nullable String mode,
        @Nullable Integer ipMtu,
        @Nullable String defaultMembership) {

    static PartitionChange of(PartitionView partition) {
        return new PartitionChange(
                partition.name(),
                partition.description(),
                partition.pkey(),
                partition.ipoib(),
                partition.ibMtu(),
                partition.mode(),
                partition.ipMtu(),
                partition.defaultMembership());
    }
}
