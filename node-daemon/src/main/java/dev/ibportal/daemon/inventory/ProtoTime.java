package dev.ibportal.daemon.inventory;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Instants in the contract's form. */
public final class ProtoTime {
    private ProtoTime() {}

    public static Timestamp of(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}
