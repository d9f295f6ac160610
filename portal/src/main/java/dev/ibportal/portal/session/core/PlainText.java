package dev.ibportal.portal.session.core;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/**
 * Takes out of what a daemon says the one character that no text of PostgreSQL can hold. Daemons pass on what hosts show
 * them, and what one of them says is stored together with what others say.
 */
public final class PlainText {
    private static final char NUL = '\0';
    private static final char SIGN = '\ufffd';

    private PlainText() {}

    /** The message itself, unless there is something to take out. */
    @SuppressWarnings("unchecked") // built from the message's own builder
    public static <M extends Message> M of(M message) {
        return isPlain(message) ? message : (M) cleaned(message);
    }

    private static boolean isPlain(Message message) {
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getValue() instanceof List<?> all) {
                for (Object each : all) {
                    if (!isPlain(field.getKey(), each)) {
                        return false;
                    }
                }
            } else if (!isPlain(field.getKey(), field.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(FieldDescriptor field, Object value) {
        if (field.getJavaType() == JavaType.STRING) {
            return ((String) value).indexOf(NUL) < 0;
        }
        return field.getJavaType() != JavaType.MESSAGE || isPlain((Message) value);
    }

    private static Message cleaned(Message message) {
        Message.Builder plain = message.toBuilder();
        message.getAllFields().forEach((field, value) -> {
            if (value instanceof List<?> all) {
                plain.setField(
                        field, all.stream().map(each -> cleaned(field, each)).toList());
            } else {
                plain.setField(field, cleaned(field, value));
            }
        });
        return plain.build();
    }

    private static Object cleaned(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case STRING -> ((String) value).replace(NUL, SIGN);
            case MESSAGE -> cleaned((Message) value);
            default -> value;
        };
    }
}
