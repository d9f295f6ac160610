package dev.ibportal.portal.drivers;

import java.util.List;

/**
 * What reading in a catalogue did to which profiles.
 *
 * @param same those that were there in the same words
 */
public record CatalogueChange(List<String> added, List<String> changed, List<String> same) {
    public CatalogueChange {
        added = List.copyOf(added);
        changed = List.copyOf(changed);
        same = List.copyOf(same);
    }
}
