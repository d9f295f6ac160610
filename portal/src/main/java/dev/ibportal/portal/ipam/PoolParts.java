package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link PoolForm} says about addresses, read. */
record PoolParts(PoolPlan plan) {
    static PoolParts read(PoolForm form) {
        IpPrefix prefix = Field.required("prefix", form.prefix(), IpPrefix::parse);
        IpAddress gateway = Field.optional("gateway", form.gateway(), IpAddress::parse);
        List<IpRange> ranges = spans("ranges", form.ranges());
        List<IpRange> exclusions = spans("exclusions", form.exclusions());
        return new PoolParts(Field.read("prefix", prefix, p -> new PoolPlan(p, gateway, ranges, exclusions)));
    }

    private static List<IpRange> spans(String field, @Nullable List<String> texts) {
        return texts == null
                ? List.of()
                : texts.stream()
                        .map(text -> Field.required(field, text, IpRange::parse))
                        .toList();
    }

    @Nullable
    String gatewayText() {
        IpAddress gateway = plan.gateway();
        return gateway == null ? null : gateway.toString();
    }
}
