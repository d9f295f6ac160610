package dev.ibportal.portal.session.spec;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.session.core.PortItems;
import dev.ibportal.portal.session.core.SpecAssembler;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Specs that nodes would be sent if something were otherwise. Nothing is written, and nothing is sent. */
@Singleton
public class SpecPreview {
    private final FabricDb db;
    private final SpecSql sql;
    private final PortItemsSql ports;

    SpecPreview(FabricDb db, SpecSql sql, PortItemsSql ports) {
        this.db = db;
        this.sql = sql;
        this.ports = ports;
    }

    /**
     * What would be otherwise for some interfaces.
     *
     * @param interfaces that it is about: as if the fabric had made their ports members
     * @param mode empty: as it is
     * @param mtu empty: as it is
     */
    public record Change(Set<UUID> interfaces, Optional<IpoibMode> mode, Optional<Integer> mtu) {
        public Change {
            interfaces = Set.copyOf(interfaces);
        }
    }

    public Map<UUID, NodeSpec> of(Collection<UUID> nodes, Change change) {
        return db.read(connection -> {
            Map<UUID, List<SpecAssembler.Interface>> all = sql.interfaces(connection, nodes);
            Map<UUID, List<PortItems.Own>> own = ports.own(connection, nodes);
            Set<UUID> reportOnly =
                    SpecBuilder.union(sql.reportOnly(connection, nodes), ports.reportOnly(connection, nodes));
            Map<UUID, NodeSpec> specs = new HashMap<>();
            for (UUID node : nodes) {
                NodeSpec spec = SpecAssembler.assemble(all.getOrDefault(node, List.of()), change.interfaces())
                        .spec();
                NodeSpec whole = PortItems.in(changed(spec, change), own.getOrDefault(node, List.of()));
                specs.put(node, Policies.in(whole, reportOnly));
            }
            return specs;
        });
    }

    private static NodeSpec changed(NodeSpec spec, Change change) {
        NodeSpec.Builder changed = spec.toBuilder();
        for (int i = 0; i < spec.getInterfacesCount(); i++) {
            InterfaceItem item = spec.getInterfaces(i);
            if (item.hasPresent() && change.interfaces().contains(UUID.fromString(item.getInterfaceId()))) {
                PresentInterface.Builder present = item.getPresent().toBuilder();
                change.mode().ifPresent(present::setMode);
                change.mtu().ifPresent(present::setMtu);
                changed.setInterfaces(i, item.toBuilder().setPresent(present));
            }
        }
        return changed.build();
    }
}
