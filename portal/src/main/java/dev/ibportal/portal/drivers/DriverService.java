package dev.ibportal.portal.drivers;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Profile;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.drivers.core.Matrix;
import dev.ibportal.portal.drivers.core.NodeFacts;
import dev.ibportal.portal.drivers.core.NodeVerdict;
import dev.ibportal.portal.drivers.core.Selector;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue is what comes with the product, with the profiles that operators read in laid over it: one with the same id
 * takes the place of the shipped one until it is removed.
 */
@ApplicationScoped
public class DriverService {
    private static final int LONGEST = 1 << 20;

    private final FabricDb db;
    private final DriverSql sql;
    private final AuditLog audit;

    DriverService(FabricDb db, DriverSql sql, AuditLog audit) {
        this.db = db;
        this.sql = sql;
        this.audit = audit;
    }

    public Catalogue catalogue() {
        return db.read(this::catalogue);
    }

    private Catalogue catalogue(Connection connection) throws SQLException {
        Map<String, Profile> all = new LinkedHashMap<>();
        Catalogue.shipped().profiles().forEach(profile -> all.put(profile.id(), profile));
        for (String body : sql.profiles(connection)) {
            Catalogue.read(body).profiles().forEach(profile -> all.put(profile.id(), profile));
        }
        return new Catalogue(new ArrayList<>(all.values()));
    }

    /** Ids of the profiles that are not as they were shipped. */
    public Set<String> imported() {
        Set<String> ids = new HashSet<>();
        for (String body : db.read(sql::profiles)) {
            Catalogue.read(body).profiles().forEach(profile -> ids.add(profile.id()));
        }
        return ids;
    }

    /** All of it or nothing. */
    public CatalogueChange read(@Nullable String text) {
        String json = Field.required("catalogue", text, one -> one);
        if (json.length() > LONGEST) {
            throw new DomainFault.TooLarge(
                    "A catalogue has at most " + LONGEST + " characters; this one has " + json.length() + ".");
        }
        Catalogue news = Field.read("catalogue", json, Catalogue::read);
        return db.write(connection -> {
            Map<String, Profile> before = new LinkedHashMap<>();
            catalogue(connection).profiles().forEach(profile -> before.put(profile.id(), profile));
            List<String> added = new ArrayList<>();
            List<String> changed = new ArrayList<>();
            List<String> same = new ArrayList<>();
            for (Profile profile : news.profiles()) {
                Profile old = before.get(profile.id());
                (old == null ? added : old.equals(profile) ? same : changed).add(profile.id());
                if (!profile.equals(old)) {
                    sql.save(connection, profile.id(), new Catalogue(List.of(profile)).write());
                }
            }
            CatalogueChange change = new CatalogueChange(added, changed, same);
            audit.record(
                    connection,
                    AuditEntry.success("driver-catalogue.import", "driver-catalogue", "catalogue", "catalogue")
                            .after(change));
            return change;
        });
    }

    /** Takes a profile away that was read in; a shipped one is then there again as it was shipped. */
    public void remove(String id) {
        db.run(connection -> {
            Profile old = find(catalogue(connection), id);
            if (!sql.remove(connection, id)) {
                throw new DomainFault.Conflict(
                        "profile-shipped",
                        "Profile " + id
                                + " came with the product: it can be replaced by importing one with the same id,"
                                + " not removed.");
            }
            audit.record(
                    connection,
                    AuditEntry.success("driver-profile.delete", "driver-profile", id, old.label())
                            .before(old));
        });
    }

    public Profile profile(String id) {
        return find(catalogue(), id);
    }

    private static Profile find(Catalogue catalogue, String id) {
        return catalogue.profiles().stream()
                .filter(profile -> profile.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new DomainFault.NotFound("driver profile", id));
    }

    /** Nodes that the selector chooses, by name. */
    public List<NodeFacts> select(@Nullable String selector) {
        Selector chosen = Field.read("selector", selector == null ? "" : selector, Selector::parse);
        return db.read(sql::nodes).stream().filter(chosen).toList();
    }

    public Matrix matrix(@Nullable String selector) {
        return Matrix.of(select(selector), catalogue());
    }

    /** What each profile says to one node. */
    public Matrix.Row node(UUID id) {
        NodeFacts node = db.read(sql::nodes).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new DomainFault.NotFound("node", id));
        return Matrix.of(List.of(node), catalogue()).rows().get(0);
    }

    /** For one profile, in the order of the nodes. */
    public Map<UUID, NodeVerdict> verdicts(List<NodeFacts> nodes, String profile) {
        Catalogue catalogue = catalogue();
        Profile one = find(catalogue, profile);
        Map<UUID, NodeVerdict> verdicts = new LinkedHashMap<>();
        nodes.forEach(node -> verdicts.put(node.id(), NodeVerdict.of(node, one, catalogue)));
        return verdicts;
    }
}
