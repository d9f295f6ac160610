package dev.ibportal.daemon.inventory;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Instants and durations in the contract's form. */
public final class ProtoTime {
    private ProtoTime() {}

    public static Timestamp of(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }

    public static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    public static com.google.protobuf.Duration of(Duration duration) {
        return com.google.protobuf.Duration.newBuilder()
                .setSeconds(duration.getSeconds())
                .setNanos(duration.getNano())
                .build();
    }

    public static Duration duration(com.google.protobuf.Duration duration) {
        return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
    }
}
