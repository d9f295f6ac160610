package dev.ibportal.portal.topology;

import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.topology.SurveySql.Kept;
import dev.ibportal.portal.topology.core.Counters;
import dev.ibportal.portal.topology.core.PortCount;
import dev.ibportal.portal.topology.core.Registered;
import dev.ibportal.portal.topology.core.Survey;
import dev.ibportal.portal.topology.core.Topology;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What fabrics look like. Tenants see the switches, and of the hosts only their own. */
@ApplicationScoped
public class TopologyService {
    private static final int MOST_COUNTERS = 500;

    private final FabricService fabrics;
    private final SurveySql surveys;
    private final OwnPortsSql own;
    private final TenantContext tenants;

    TopologyService(FabricService fabrics, SurveySql surveys, OwnPortsSql own, TenantContext tenants) {
        this.fabrics = fabrics;
        this.surveys = surveys;
        this.own = own;
        this.tenants = tenants;
    }

    /** @param seenAt null: it was never seen whole */
    public record Seen(
            FabricView fabric,
            Topology topology,
            @Nullable Instant seenAt,
            @Nullable Instant lookedAt,
            List<String> unreadable) {}

    public TopologyView of(UUID fabric) {
        Seen seen = seen(fabric);
        return new TopologyView(
                fabric,
                seen.seenAt(),
                seen.lookedAt(),
                seen.unreadable(),
                seen.topology().switches(),
                seen.topology().hosts().stream().map(TopologyView.Host::of).toList(),
                seen.topology().trunks());
    }

    Seen seen(UUID id) {
        FabricView fabric = fabrics.get(id);
        boolean all = tenants.isPortalWide();
        Optional<Kept> kept = surveys.find(id);
        Map<String, Registered> known = all ? surveys.registered(id) : own.ports(id);
        FabricSurvey survey = kept.map(Kept::topology).orElseGet(FabricSurvey::getDefaultInstance);
        return new Seen(
                fabric,
                Survey.read(survey, known, all),
                kept.map(Kept::topologyAt).orElse(null),
                kept.map(Kept::lookedAt).orElse(null),
                all ? kept.map(Kept::unreadable).orElse(List.of()) : List.of());
    }

    CountersView counters(UUID id, CountersQuery query) {
        FabricView fabric = fabrics.get(id);
        Optional<Kept> kept = surveys.find(id);
        List<PortCount> ports = kept.map(this::countersOf).orElse(List.of());
        List<PortCount> found = ports.stream()
                .filter(query::takes)
                .sorted(query.order().comparator())
                .toList();
        return new CountersView(
                id,
                fabric.name(),
                kept.map(all -> all.counters().at()).orElse(null),
                kept.map(all -> all.countersBefore().at()).orElse(null),
                kept.filter(all -> all.counters().counters().getCountersKnown()).isPresent(),
                (int) ports.stream().filter(PortCount::hasErrors).count(),
                (int) ports.stream().filter(PortCount::isRising).count(),
                found.stream().limit(MOST_COUNTERS).toList(),
                found.size() > MOST_COUNTERS);
    }

    private List<PortCount> countersOf(Kept kept) {
        boolean all = tenants.isPortalWide();
        Map<String, Registered> known = all ? surveys.registered(kept.fabric()) : own.ports(kept.fabric());
        return Counters.of(kept.topology(), kept.counters(), kept.countersBefore(), known, all);
    }

    /** What was seen of a fabric as it was told, for those who see all of it. */
    public SurveyView survey(UUID fabric) {
        return surveys.find(fabric)
                .map(kept -> new SurveyView(kept.topology(), kept.topologyAt(), kept.managers(), kept.managersAt()))
                .orElseGet(SurveyView::none);
    }

    /** GUIDs of ports that were seen on other fabrics, with these fabrics' names. */
    public Map<String, String> seenElsewhere(UUID fabric) {
        Map<String, String> elsewhere = new HashMap<>();
        surveys.others(fabric)
                .forEach((name, survey) -> survey.getElementsList()
                        .forEach(element -> element.getPortsList().stream()
                                .map(ElementPort::getGuid)
                                .filter(guid -> !guid.isEmpty())
                                .forEach(guid -> elsewhere.put(guid, name))));
        return elsewhere;
    }
}
