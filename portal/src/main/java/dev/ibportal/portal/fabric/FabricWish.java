package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link FabricForm} that was read. */
record FabricWish(
        DisplayName name,
        SmKind kind,
        @Nullable String smNode,
        PKey pkeyFirst,
        PKey pkeyLast,
        Duration quarantine,
        MembershipType defaultMembership,
        boolean removalApproval,
        @Nullable List<String> smStandbys,
        @Nullable PKeyRanges reserved,
        @Nullable PKeyRanges onRequest) {
    private static final Duration QUARANTINE = Duration.ofMinutes(10);
    private static final Duration LONGEST_QUARANTINE = Duration.ofDays(365);

    static FabricWish read(FabricForm form) {
        PKey first = Field.orElse("pkeyFirst", form.pkeyFirst(), PKey::parseAny, new PKey(1));
        PKey last = Field.orElse("pkeyLast", form.pkeyLast(), PKey::parseAny, new PKey(PKey.DEFAULT.base() - 1));
        if (first.compareTo(last) > 0) {
            throw new Invalid("pkeyFirst", first + " lies behind pkeyLast " + last + ": the range runs backwards");
        }
        return new FabricWish(
                Field.required("name", form.name(), DisplayName::new),
                Field.orElse("smKind", form.smKind(), SmKind::parse, SmKind.OPENSM),
                form.smNode() == null || form.smNode().isBlank() ? null : form.smNode(),
                first,
                last,
                quarantine(form.quarantineSeconds()),
                Field.orElse(
                        "defaultMembership", form.defaultMembership(), MembershipType::parse, MembershipType.LIMITED),
                Boolean.TRUE.equals(form.removalApproval()),
                form.smStandbys(),
                Field.optional("reservedPkeys", form.reservedPkeys(), PKeyRanges::parse),
                Field.optional("requestOnlyPkeys", form.requestOnlyPkeys(), PKeyRanges::parse));
    }

    private static Duration quarantine(@Nullable Long seconds) {
        if (seconds == null) {
            return QUARANTINE;
        }
        if (seconds < 0 || seconds > LONGEST_QUARANTINE.toSeconds()) {
            throw new Invalid(
                    "quarantineSeconds", seconds + " is outside 0 to " + LONGEST_QUARANTINE.toSeconds() + " (a year)");
        }
        return Duration.ofSeconds(seconds);
    }
}
