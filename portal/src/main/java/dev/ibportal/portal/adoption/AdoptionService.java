package dev.ibportal.portal.adoption;

import dev.ibportal.portal.adoption.core.FoundInterface;
import dev.ibportal.portal.adoption.core.Home;
import dev.ibportal.portal.adoption.core.Proposal;
import dev.ibportal.portal.partition.MemberForm;
import dev.ibportal.portal.partition.MemberService;
import dev.ibportal.portal.partition.MemberView;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Takes over what was configured by hand: a membership that says what is there already. */
@ApplicationScoped
public class AdoptionService {
    private final FabricDb db;
    private final AdoptionSql sql;
    private final MemberService members;

    AdoptionService(FabricDb db, AdoptionSql sql, MemberService members) {
        this.db = db;
        this.sql = sql;
        this.members = members;
    }

    public List<AdoptionView> proposals(UUID node) {
        return db.read(connection -> proposals(connection, node)).stream()
                .map(AdoptionView::of)
                .toList();
    }

    private List<Proposal> proposals(Connection connection, UUID node) throws SQLException {
        if (!sql.exists(connection, node)) {
            throw new NotFound("node", node);
        }
        Map<String, AdoptionSql.Port> ports = sql.ports(connection, node);
        List<Proposal> proposals = new ArrayList<>();
        for (FoundInterface found : sql.found(connection, node, ports)) {
            AdoptionSql.Port port = ports.get(found.portGuid());
            if (port != null) {
                proposals.add(Proposal.of(found, sql.home(connection, node, port.fabric(), PKey.parse(found.pkey()))));
            }
        }
        return proposals;
    }

    /** Makes the membership, for the tenant that owns the partition. */
    public MemberView accept(UUID node, AdoptionForm form) {
        String name = Field.required("name", form.name(), text -> text);
        Proposal proposal = db.read(connection -> proposals(connection, node)).stream()
                .filter(each -> each.found().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Conflict(
                        "not-found-by-hand",
                        "The node does not report an interface " + name
                                + " that no membership stands for (any more)."));
        if (!proposal.isPossible()) {
            throw new Conflict(
                    "cannot-adopt",
                    name + " cannot be taken over yet: " + String.join("; ", proposal.obstacles()) + ".");
        }
        Home home = proposal.home().orElseThrow();
        FoundInterface found = proposal.found();
        return members.adopt(
                home.partition(),
                new MemberForm(
                        node.toString(),
                        found.portGuid(),
                        found.membership(),
                        proposal.mtu(),
                        proposal.mode(),
                        found.addresses().stream()
                                .map(address -> address.address().toString())
                                .toList(),
                        !found.child()));
    }
}
