package dev.ibportal.portal.topology;

import dev.ibportal.portal.topology.SurveySql.Kept;
import dev.ibportal.portal.topology.core.Counters;
import dev.ibportal.portal.topology.core.PortCount;
import dev.ibportal.portal.topology.core.Registered;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Error counters of ports for pages that may show the port; templates ask it by name. */
@Named("portCounts")
@RequestScoped
public class PortCounts {
    private final SurveySql surveys;
    private final Map<UUID, Optional<Kept>> looks = new HashMap<>();

    PortCounts(SurveySql surveys) {
        this.surveys = surveys;
    }

    /** Null: nothing was ever told of it. */
    public @Nullable PortCount of(UUID fabric, String guid) {
        Map<String, Registered> only = Map.of(guid, new Registered(fabric, "", List.of(), Set.of(), Set.of()));
        return looks.computeIfAbsent(fabric, surveys::find)
                .filter(kept -> kept.counters().at() != null)
                .map(kept -> Counters.of(kept.topology(), kept.counters(), kept.countersBefore(), only, false))
                .flatMap(found -> found.stream().findFirst())
                .orElse(null);
    }
}
