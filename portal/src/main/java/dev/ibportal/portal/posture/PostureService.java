package dev.ibportal.portal.posture;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.posture.core.Divergence;
import dev.ibportal.portal.posture.core.Divergence.PortState;
import dev.ibportal.portal.posture.core.Posture;
import dev.ibportal.portal.posture.core.PostureFacts;
import dev.ibportal.portal.topology.SurveyView;
import dev.ibportal.portal.topology.TopologyService;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How fabrics are guarded, and where their ports differ. For those who see the whole portal: it names everybody's nodes. */
@ApplicationScoped
public class PostureService {
    private static final int MOST = 1000;

    private final FabricService fabrics;
    private final TopologyService topologies;
    private final PostureSql sql;
    private final AuditLog log;
    private final TenantContext tenants;
    private final Clock clock;

    PostureService(
            FabricService fabrics,
            TopologyService topologies,
            PostureSql sql,
            AuditLog log,
            TenantContext tenants,
            Clock clock) {
        this.fabrics = fabrics;
        this.topologies = topologies;
        this.sql = sql;
        this.log = log;
        this.tenants = tenants;
        this.clock = clock;
    }

    public PostureView of(UUID id) {
        FabricView fabric = seen(id);
        return new PostureView(id, fabric.name(), clock.instant(), Posture.judge(facts(fabric), clock.instant()));
    }

    /** Like {@link #of}, and keeps that it was taken away. */
    public PostureView export(UUID id) {
        PostureView posture = of(id);
        log.recordAlone(AuditEntry.success("posture.export", "fabric", id, posture.name()));
        return posture;
    }

    /** @param kind only this one; null: all */
    public DivergenceView divergence(UUID id, Divergence.@Nullable Kind kind) {
        FabricView fabric = seen(id);
        PKey first = PKey.parseAny(fabric.pkeyFirst());
        PKey last = PKey.parseAny(fabric.pkeyLast());
        Map<Divergence.Kind, Integer> counts = new EnumMap<>(Divergence.Kind.class);
        List<Divergence> items = new ArrayList<>();
        List<PortState> ports = sql.states(id);
        for (PortState port : ports) {
            for (Divergence one : Divergence.of(port, first, last)) {
                counts.merge(one.kind(), 1, Integer::sum);
                if (kind == null || one.kind() == kind) {
                    items.add(one);
                }
            }
        }
        boolean cut = items.size() > MOST;
        List<Instant> read = ports.stream()
                .flatMap(port -> Optional.ofNullable(port.seenAt()).stream())
                .sorted()
                .toList();
        return new DivergenceView(
                id,
                fabric.name(),
                clock.instant(),
                ports.size(),
                read.isEmpty() ? null : read.get(0),
                read.isEmpty() ? null : read.get(read.size() - 1),
                ports.size() - read.size(),
                counts,
                cut ? items.subList(0, MOST) : items,
                cut);
    }

    private FabricView seen(UUID id) {
        FabricView fabric = fabrics.get(id);
        if (!tenants.isPortalWide()) {
            throw new NotFound("fabric", id);
        }
        return fabric;
    }

    private PostureFacts facts(FabricView fabric) {
        SurveyView survey = topologies.survey(fabric.id());
        List<PostureFacts.Port> ports = sql.ports(fabric.id());
        return new PostureFacts(
                fabric.name(),
                fabric.defaultMembership(),
                sql.keys(fabric.id()),
                ports,
                survey.managers(),
                survey.managersAt(),
                ports.stream()
                        .filter(PostureFacts.Port::manager)
                        .collect(Collectors.toMap(PostureFacts.Port::guid, PostureFacts.Port::node)),
                survey.topology(),
                survey.topologyAt(),
                elsewhere(fabric.id()));
    }

    private Map<String, Set<String>> elsewhere(UUID fabric) {
        Map<String, Set<String>> elsewhere = new HashMap<>();
        sql.registeredElsewhere(fabric)
                .forEach((guid, name) ->
                        elsewhere.computeIfAbsent(guid, key -> new TreeSet<>()).add(name));
        topologies
                .seenElsewhere(fabric)
                .forEach((guid, name) ->
                        elsewhere.computeIfAbsent(guid, key -> new TreeSet<>()).add(name));
        return elsewhere;
    }
}
