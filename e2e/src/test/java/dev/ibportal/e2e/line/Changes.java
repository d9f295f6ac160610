package dev.ibportal.e2e.line;

import dev.ibportal.demo.DemoException;
import dev.ibportal.demo.Rest;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** What two tenants' administrators do, one after the other, chosen at random. */
final class Changes {
    private static final int CONFLICT = 409;
    private static final int OWN_FAULT = 500;
    private static final int MOST_PARTITIONS = 6;
    private static final int FEWEST_PARTITIONS = 2;
    private static final int PREFIXES = 8;

    private final Lab lab;
    private final Truth truth;
    private final Map<String, Line.Tenant> tenants;

    /** @param tenants by name; each with all hosts of the lab */
    Changes(Lab lab, Truth truth, Map<String, Line.Tenant> tenants) {
        this.lab = lab;
        this.truth = truth;
        this.tenants = tenants;
    }

    private record Chosen(Line.Tenant tenant, String id) {
        String members() {
            return "/api/v1/partitions/" + id + "/members";
        }
    }

    /**
     * One change.
     *
     * @param cutOff whether portal and database may be away meanwhile
     * @return what was tried, and what came of it
     */
    String one(Random random, boolean cutOff) {
        String what = "looking for something to change";
        try {
            List<String> partitions = partitions();
            int kind = random.nextInt(12);
            if (partitions.size() < FEWEST_PARTITIONS || (kind == 0 && partitions.size() < MOST_PARTITIONS)) {
                what = "new partition";
                make(random);
            } else if (kind == 1 && partitions.size() > FEWEST_PARTITIONS) {
                what = "partition removed";
                Chosen chosen = choose(partitions, random);
                chosen.tenant().rest().delete("/api/v1/partitions/" + chosen.id());
            } else if (kind <= 3) {
                what = "members in bulk";
                addMissing(choose(partitions, random), random);
            } else if (kind <= 7) {
                what = "member added";
                add(choose(partitions, random), random);
            } else {
                what = remove(random);
            }
            return what;
        } catch (Rest.Failure e) {
            if (e.status() == CONFLICT || (cutOff && e.status() >= OWN_FAULT)) {
                return what + " (" + e.status() + ")";
            }
            throw e;
        } catch (DemoException | SQLException | UncheckedIOException e) {
            if (cutOff) {
                return what + " (cut off)";
            }
            throw new IllegalStateException(what + ": " + e.getMessage(), e);
        }
    }

    /** Tenant and id of those that live. */
    private List<String> partitions() throws SQLException {
        return truth.texts("""
                SELECT t.name || ' ' || p.id FROM partition p JOIN tenant t ON t.id = p.tenant_id
                WHERE p.removed_at IS NULL ORDER BY p.created_at, p.id""");
    }

    private Chosen choose(List<String> partitions, Random random) {
        String[] words = partitions.get(random.nextInt(partitions.size())).split(" ");
        return new Chosen(tenant(words[0]), words[1]);
    }

    private Line.Tenant tenant(String name) {
        return Objects.requireNonNull(tenants.get(name), name);
    }

    /** With few addresses, out of few prefixes, so that both are used again soon. */
    void make(Random random) {
        List<String> names = tenants.keySet().stream().sorted().toList();
        Line.Tenant tenant = tenant(names.get(random.nextInt(names.size())));
        String name = Long.toHexString(random.nextLong());
        Partition made = tenant.partition(name, "10.70." + random.nextInt(PREFIXES) + ".0/29");
        addMissing(new Chosen(tenant, made.id()), random);
    }

    private void addMissing(Chosen to, Random random) {
        List<String> missing = missing(to);
        if (!missing.isEmpty()) {
            to.tenant().rest().post(to.members() + "/bulk", Map.of("nodes", missing, "membership", membership(random)));
        }
    }

    private List<String> missing(Chosen in) {
        try {
            List<String> there = truth.texts("""
                    SELECT n.name FROM membership m JOIN node n ON n.id = m.node_id
                    WHERE m.removed_at IS NULL AND m.partition_id = '%s'""".formatted(in.id()));
            return lab.hosts().stream()
                    .map(LabHost::name)
                    .filter(name -> !there.contains(name))
                    .toList();
        } catch (SQLException e) {
            throw new DemoException("the database does not answer: " + e.getMessage());
        }
    }

    private void add(Chosen to, Random random) {
        List<String> missing = missing(to);
        if (!missing.isEmpty()) {
            String host = missing.get(random.nextInt(missing.size()));
            to.tenant().rest().post(to.members(), Map.of("node", host, "membership", membership(random)));
        }
    }

    private static String membership(Random random) {
        return random.nextInt(3) == 0 ? "limited" : "full";
    }

    private String remove(Random random) throws SQLException {
        List<String> members = truth.texts("""
                SELECT t.name || ' ' || m.partition_id || ' ' || m.id FROM membership m JOIN tenant t ON t.id = m.tenant_id
                WHERE m.removed_at IS NULL ORDER BY m.created_at, m.id""");
        if (members.isEmpty()) {
            return "no member to remove";
        }
        String[] words = members.get(random.nextInt(members.size())).split(" ");
        tenant(words[0]).rest().delete("/api/v1/partitions/" + words[1] + "/members/" + words[2]);
        return "member removed";
    }
}
