package dev.ibportal.portal.platform.db;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/** How entities keep our value types. */
public final class ValueConverters {
    private ValueConverters() {}

    @Converter(autoApply = true)
    public static class OfIbMtu implements AttributeConverter<IbMtu, Integer> {
        @Override
        public @Nullable Integer convertToDatabaseColumn(@Nullable IbMtu value) {
            return value == null ? null : value.bytes();
        }

        @Override
        public @Nullable IbMtu convertToEntityAttribute(@Nullable Integer column) {
            return column == null ? null : IbMtu.ofBytes(column);
        }
    }

    @Converter(autoApply = true)
    public static class OfIpMtu implements AttributeConverter<IpMtu, Integer> {
        @Override
        public @Nullable Integer convertToDatabaseColumn(@Nullable IpMtu value) {
            return value == null ? null : value.bytes();
        }

        @Override
        public @Nullable IpMtu convertToEntityAttribute(@Nullable Integer column) {
            return column == null ? null : new IpMtu(column);
        }
    }

    @Converter(autoApply = true)
    public static class OfMode implements AttributeConverter<IpoibMode, String> {
        @Override
        public @Nullable String convertToDatabaseColumn(@Nullable IpoibMode value) {
            return value == null ? null : value.text();
        }

        @Override
        public @Nullable IpoibMode convertToEntityAttribute(@Nullable String column) {
            return column == null ? null : IpoibMode.parse(column);
        }
    }

    @Converter(autoApply = true)
    public static class OfMembership implements AttributeConverter<MembershipType, String> {
        @Override
        public @Nullable String convertToDatabaseColumn(@Nullable MembershipType value) {
            return value == null ? null : value.text();
        }

        @Override
        public @Nullable MembershipType convertToEntityAttribute(@Nullable String column) {
            return column == null ? null : MembershipType.parse(column);
        }
    }
}
