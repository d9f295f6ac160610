package dev.ibportal.daemon.diagnose;

import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One look at one thing.
 *
 * @param source the command or the file
 * @param keys what it tells; each is unknown when the look fails
 * @param work may take its time, and may fail
 */
record Look(String source, List<FactKey> keys, Supplier<Map<FactKey, Told>> work) {
    static Look of(String source, FactKey key, Supplier<Told> work) {
        return new Look(source, List.of(key), () -> Map.of(key, work.get()));
    }
}
