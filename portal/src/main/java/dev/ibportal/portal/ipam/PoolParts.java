package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.core.Exclusion;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a {@link PoolForm} says about addresses, read. All that is wrong with it is told at once, each at its field. */
record PoolParts(PoolPlan plan, List<Exclusion> exclusions) {
    static PoolParts read(PoolForm form) {
        List<FieldError> errors = new ArrayList<>();
        String text = form.prefix();
        if (text == null) {
            errors.add(new FieldError("prefix", "prefix is missing and has no default", "missing"));
        }
        IpPrefix prefix = text == null ? null : tried(errors, "prefix", () -> IpPrefix.parse(text));
        PoolPlan bare =
                prefix == null ? null : tried(errors, "prefix", () -> new PoolPlan(prefix, null, List.of(), List.of()));
        return read(bare, form.gateway(), form.ranges(), form.exclusions(), errors);
    }

    /**
     * The same prefix in another shape.
     *
     * @throws Invalid with all that is wrong
     */
    static PoolParts reshaped(
            PoolPlan present,
            @Nullable String gateway,
            @Nullable List<String> ranges,
            @Nullable List<String> exclusions) {
        return read(present, gateway, ranges, exclusions, new ArrayList<>());
    }

    private static PoolParts read(
            @Nullable PoolPlan bare,
            @Nullable String gateway,
            @Nullable List<String> ranges,
            @Nullable List<String> exclusions,
            List<FieldError> errors) {
        IpAddress at = gateway == null ? null : tried(errors, "gateway", () -> IpAddress.parse(gateway));
        List<IpRange> from = read(errors, "ranges", ranges, IpRange::parse);
        if (bare == null) {
            throw new Invalid(errors, null);
        }
        List<Exclusion> excluded = read(errors, "exclusions", exclusions, text -> Exclusion.parse(text, bare.prefix()));
        List<IpRange> without = excluded.stream().map(Exclusion::span).toList();
        if (at != null) {
            tried(errors, "gateway", () -> bare.reshaped(at, List.of(), List.of()));
        }
        tried(errors, "ranges", () -> bare.reshaped(null, from, List.of()));
        tried(errors, "exclusions", () -> bare.reshaped(null, List.of(), without));
        if (!errors.isEmpty()) {
            throw new Invalid(errors, null);
        }
        return new PoolParts(bare.reshaped(at, from, without), excluded);
    }

    private static <T> @Nullable T tried(List<FieldError> errors, String field, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (InvalidValueException e) {
            errors.add(new FieldError(field, String.valueOf(e.getMessage()), e.code()));
            return null;
        }
    }

    private static <T> List<T> read(
            List<FieldError> errors, String field, @Nullable List<String> texts, Function<String, T> reader) {
        List<T> read = new ArrayList<>();
        for (@Nullable String text : texts == null ? List.<String>of() : texts) {
            @Nullable T one = text == null ? null : tried(errors, field, () -> reader.apply(text));
            if (one != null) {
                read.add(one);
            } else if (text == null) {
                errors.add(new FieldError(field, "a range is missing"));
            }
        }
        return read;
    }

    @Nullable
    String gatewayText() {
        IpAddress gateway = plan.gateway();
        return gateway == null ? null : gateway.toString();
    }
}
