package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A {@link RequestForm} that was read. */
record RequestWish(
        String kind,
        DisplayName title,
        String reason,
        @Nullable PKey pkey,
        @Nullable UUID pool,
        int addresses) {
    private static final int MOST_ADDRESSES = 65_536;
    private static final int REASON_LENGTH = 4000;

    static RequestWish read(RequestForm form) {
        String kind = Field.required("kind", form.kind(), RequestWish::kind);
        int addresses = form.addresses() == null ? 0 : form.addresses();
        int fewest = kind.equals("addresses") ? 1 : 0;
        if (addresses < fewest || addresses > MOST_ADDRESSES) {
            throw new Invalid(
                    "addresses", addresses + " addresses; " + fewest + " to " + MOST_ADDRESSES + " can be asked for");
        }
        requireWhatTheKindNeeds(kind, form);
        return new RequestWish(
                kind,
                Field.required("title", form.title(), DisplayName::new),
                reason(form.reason()),
                form.partition() == null
                        ? null
                        : Field.optional("partition.pkey", form.partition().pkey(), PKey::parse),
                Field.optional("pool", form.pool(), RequestWish::id),
                addresses);
    }

    private static void requireWhatTheKindNeeds(String kind, RequestForm form) {
        need(kind, "partition", form.partition());
        need(kind, "addresses", form.pool());
    }

    private static void need(String kind, String of, @Nullable Object part) {
        if (kind.equals(of) == (part == null)) {
            String field = of.equals("addresses") ? "pool" : of;
            throw new Invalid(
                    field, part == null ? "a request for " + of + " needs it" : "a request for " + kind + " has none");
        }
    }

    private static String kind(String text) {
        return switch (text) {
            case "partition", "addresses" -> text;
            default ->
                throw new InvalidValueException(
                        "request.kind", "\"" + text + "\" is neither partition nor addresses", text);
        };
    }

    private static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("id", "\"" + text + "\" is no id", text);
        }
    }

    static String reason(@Nullable String text) {
        String reason = text == null ? "" : text;
        if (reason.codePointCount(0, reason.length()) > REASON_LENGTH || reason.indexOf(0) >= 0) {
            throw new Invalid("reason", "at most " + REASON_LENGTH + " characters, none of them U+0000");
        }
        return reason;
    }
}
