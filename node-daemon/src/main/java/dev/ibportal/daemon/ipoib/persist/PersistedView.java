package dev.ibportal.daemon.ipoib.persist;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The back-end's files as they are now, by path.
 *
 * @param ours files with our mark
 * @param foreign everybody else's; read, never written
 * @param trouble why this is not the whole truth
 */
public record PersistedView(Map<String, String> ours, Map<String, String> foreign, Optional<String> trouble) {
    public PersistedView {
        ours = Map.copyOf(ours);
        foreign = Map.copyOf(foreign);
    }

    /** Our files for an interface, found by its id or by what it is for. */
    public Map<String, String> of(Mark wanted) {
        Map<String, String> found = new TreeMap<>();
        ours.forEach((path, content) -> Mark.of(content)
                .filter(mark -> mark.interfaceId().equals(wanted.interfaceId())
                        || (mark.port().equals(wanted.port()) && mark.pkey().equals(wanted.pkey())))
                .ifPresent(mark -> found.put(path, content)));
        return found;
    }
}
