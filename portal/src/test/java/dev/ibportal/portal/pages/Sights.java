package dev.ibportal.portal.pages;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A small portal with one of everything, and the addresses of all its pages. */
record Sights(UUID tenant, UUID fabric, UUID node, UUID partition, UUID pool, String member, String address) {
    static Sights in(World world) {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(world.operator("olga"));
        world.tenantAdmin("ada", tenant);
        world.planner("paul", tenant);
        world.auditor("audrey", null);
        UUID fabric = cluster.fabric("east");
        UUID node = cluster.node("node-1", fabric, "0x0002c90300000001", tenant);
        cluster.node("node-2", fabric, "0x0002c90300000002", tenant);
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/24");
        String member = cluster.member(partition, Map.of("node", "node-1", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        String address = cluster.ask(pool, Map.of("note", "reserved by hand"))
                .statusCode(201)
                .extract()
                .path("id");
        return new Sights(tenant, fabric, node, partition, pool, member, address);
    }

    List<String> forTenants() {
        return List.of(
                "/",
                "/partitions",
                "/partitions/new",
                "/partitions/" + partition,
                "/partitions/" + partition + "/edit",
                "/partitions/" + partition + "/host",
                "/partitions/" + partition + "/delete",
                "/partitions/" + partition + "/plan",
                "/partitions/" + partition + "/members/add",
                "/partitions/" + partition + "/members/" + member + "/edit",
                "/partitions/" + partition + "/members/" + member + "/remove",
                "/pools",
                "/pools/new",
                "/pools/" + pool,
                "/pools/" + pool + "/delete",
                "/addresses/" + address + "/release",
                "/nodes",
                "/nodes/" + node,
                "/fabrics",
                "/fabrics/" + fabric,
                "/tenants",
                "/tenants/" + tenant,
                "/audit",
                "/settings",
                "/settings/password");
    }

    List<String> forOperatorsAlone() {
        return List.of(
                "/nodes/new",
                "/nodes/" + node + "/join",
                "/nodes/" + node + "/adopt",
                "/nodes/" + node + "/plan",
                "/tenants/" + tenant + "/drift",
                "/fabrics/new",
                "/fabrics/" + fabric + "/edit",
                "/tenants/new",
                "/tenants/" + tenant + "/edit",
                "/tenants/" + tenant + "/grant",
                "/tenants/" + tenant + "/nodes/" + node + "/revoke",
                "/people");
    }
}
