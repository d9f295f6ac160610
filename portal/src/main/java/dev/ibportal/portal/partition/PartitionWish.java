package dev.ibportal.portal.partition;

import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.fabric.SmKind;
import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import org.jspecify.annotations.Nullable;

/**
 * A {@link PartitionForm} that was read.
 *
 * @param pkey the one asked for by hand
 */
record PartitionWish(
        DisplayName name,
        String description,
        @Nullable PKey pkey,
        boolean ipoib,
        InterfaceSettings settings,
        MembershipType defaultMembership,
        @Nullable Integer rateCode,
        int serviceLevel) {
    private static final int DESCRIPTION_LENGTH = 4000;
    private static final int MOST_SERVICE_LEVEL = 15;

    static PartitionWish read(PartitionForm form) {
        return new PartitionWish(
                Field.required("name", form.name(), DisplayName::new),
                description(form.description()),
                Field.optional("pkey", form.pkey(), PKey::parse),
                form.ipoib() == null || form.ipoib(),
                settings(form.ibMtu(), form.mode(), form.ipMtu()),
                membership(form.defaultMembership()),
                Field.optional("rateCode", form.rateCode(), PartitionWish::rate),
                Field.orElse("serviceLevel", form.serviceLevel(), PartitionWish::serviceLevel, 0));
    }

    PartitionWish with(PKey given) {
        return new PartitionWish(name, description, given, ipoib, settings, defaultMembership, rateCode, serviceLevel);
    }

    private static int rate(int code) {
        return new BroadcastGroup(IbMtu.MTU_2048, code).rateCode();
    }

    private static int serviceLevel(int level) {
        if (level < 0 || level > MOST_SERVICE_LEVEL) {
            throw new InvalidValueException(
                    "service-level.range",
                    "service level " + level + " is outside 0 to " + MOST_SERVICE_LEVEL,
                    Integer.toString(level));
        }
        return level;
    }

    /** @throws Invalid if the subnet manager of that fabric has no word for what is wanted */
    void requireFitFor(FabricView fabric) {
        if (serviceLevel != 0 && !fabric.qos()) {
            throw new Invalid(
                    "serviceLevel",
                    "quality of service is not known to be on in fabric " + fabric.name() + ", so that service level "
                            + serviceLevel + " would silently be 0; an operator has to set «qos TRUE» in the options of"
                            + " each of its subnet managers and restart their daemons");
        }
        if (rateCode != null && !ipoib) {
            throw new Invalid("rateCode", "a rate belongs to the broadcast group, which needs ipoib");
        }
        boolean known = settings.ibMtu() == IbMtu.MTU_2048 || settings.ibMtu() == IbMtu.MTU_4096;
        if (SmKind.parse(fabric.smKind()) == SmKind.UFM && !known) {
            throw new Invalid(
                    "ibMtu",
                    "fabric " + fabric.name()
                            + " is managed by UFM, which knows InfiniBand MTUs of 2048 and 4096 only; "
                            + settings.ibMtu().bytes() + " was given");
        }
    }

    static InterfaceSettings settings(@Nullable Integer ibMtu, @Nullable String mode, @Nullable Integer ipMtu) {
        IbMtu group = Field.orElse("ibMtu", ibMtu, IbMtu::ofBytes, IbMtu.MTU_2048);
        IpoibMode read = Field.orElse("mode", mode, IpoibMode::parse, IpoibMode.DATAGRAM);
        IpMtu mtu = Field.optional("ipMtu", ipMtu, IpMtu::new);
        return Field.read("ipMtu", group, of -> new InterfaceSettings(of, read, mtu));
    }

    static MembershipType membership(@Nullable String text) {
        return Field.orElse("defaultMembership", text, MembershipType::parse, MembershipType.FULL);
    }

    static String description(@Nullable String text) {
        String description = text == null ? "" : text;
        int length = description.codePointCount(0, description.length());
        if (length > DESCRIPTION_LENGTH) {
            throw new Invalid(
                    "description",
                    "the description has " + length + " characters, at most " + DESCRIPTION_LENGTH + " are possible");
        }
        if (description.indexOf(0) >= 0) {
            throw new Invalid("description", "the description holds the character U+0000, which is not allowed");
        }
        return description;
    }
}
