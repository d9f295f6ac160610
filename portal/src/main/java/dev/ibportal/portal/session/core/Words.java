package dev.ibportal.portal.session.core;

import com.google.protobuf.ProtocolMessageEnum;
import java.util.Locale;

/** The wire's enum values as the database and the API spell them. */
public final class Words {
    private Words() {}

    /** {@code VERDICT_OK} with the prefix {@code VERDICT_} becomes {@code ok}; what is not known becomes {@code unknown}. */
    public static String of(ProtocolMessageEnum value, String prefix, char separator) {
        String name = value.toString();
        if (!name.startsWith(prefix) || name.endsWith("_UNSPECIFIED")) {
            return "unknown";
        }
        return name.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', separator);
    }
}
