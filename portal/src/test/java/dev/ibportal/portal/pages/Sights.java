package dev.ibportal.portal.pages;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A small portal with one of everything, and the addresses of all its pages. */
public record Sights(
        UUID tenant,
        UUID fabric,
        UUID node,
        UUID partition,
        UUID pool,
        String member,
        String address,
        String account,
        String token,
        String invitation,
        UUID planner,
        UUID removal,
        UUID request,
        Cluster cluster) {
    public static Sights in(World world) {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(world.operator("olga"));
        Person ada = world.tenantAdmin("ada", tenant);
        UUID planner = world.planner("paul", tenant).id();
        world.auditor("audrey", null);
        UUID fabric = cluster.fabric("east");
        UUID node = cluster.node("node-1", fabric, "0x0002c90300000001", tenant);
        cluster.node("node-2", fabric, "0x0002c90300000002", tenant);
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(
                tenant,
                partition,
                "10.77.0.0/24",
                Map.of("ranges", List.of("10.77.0.0/24"), "exclusions", List.of("last 5 # switches")));
        String member = cluster.member(partition, Map.of("node", "node-1", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        String address = cluster.ask(pool, Map.of("note", "reserved by hand"))
                .statusCode(201)
                .extract()
                .path("id");
        String people = "/api/v1/tenants/" + tenant;
        String account = made(ada, people + "/service-accounts", Map.of("name", "CI", "role", "tenant-member"));
        String token = made(ada, people + "/service-accounts/" + account + "/tokens", Map.of("name", "nightly"));
        String invitation = made(ada, people + "/invitations", Map.of("role", "planner", "note", "for Pia"));
        UUID removal = removal(world, partition, planner);
        UUID request = request(world, tenant, fabric, planner);
        return new Sights(
                tenant,
                fabric,
                node,
                partition,
                pool,
                member,
                address,
                account,
                token,
                invitation,
                planner,
                removal,
                request,
                cluster);
    }

    /** A removal of the whole partition that somebody asked for. */
    public static UUID removal(World world, UUID partition, UUID by) {
        UUID id = UUID.randomUUID();
        world.execute(
                "INSERT INTO removal_request (id, tenant_id, partition_id, what, requested_by, requested_name, expires_at)"
                        + " SELECT ?, tenant_id, id, name, ?, 'somebody', now() + interval '1 day' FROM partition"
                        + " WHERE id = ?",
                id,
                by,
                partition);
        return id;
    }

    /** A submitted request for a partition. */
    public static UUID request(World world, UUID tenant, UUID fabric, UUID by) {
        UUID id = draft(world, tenant, fabric, by);
        world.execute("UPDATE request SET state = 'submitted' WHERE id = ?", id);
        return id;
    }

    /** A request that was not submitted yet. */
    public static UUID draft(World world, UUID tenant, UUID fabric, UUID by) {
        UUID id = UUID.randomUUID();
        world.execute(
                "INSERT INTO request (id, tenant_id, fabric_id, kind, title, asked, requested_by, requested_name)"
                        + " VALUES (?, ?, ?, 'partition', 'a place for weather', ?::jsonb, ?, 'somebody')",
                id,
                tenant,
                fabric,
                "{\"kind\": \"partition\", \"title\": \"a place for weather\", \"partition\": {\"fabric\": \"" + fabric
                        + "\", \"name\": \"of " + id + "\"}}",
                by);
        return id;
    }

    /** A partition of another tenant on the same fabric. */
    public UUID partitionOf(UUID other) {
        return cluster.partition(other, fabric, "of " + other);
    }

    /** The only one of the node. */
    public String port() {
        return cluster.port(node);
    }

    private static String made(Person who, String path, Map<String, Object> form) {
        return who.api().body(form).post(path).then().statusCode(201).extract().path("id");
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
                "/partitions/" + partition + "/diagnose",
                "/partitions/" + partition + "/members/add",
                "/partitions/" + partition + "/members/" + member + "/edit",
                "/partitions/" + partition + "/members/" + member + "/remove",
                "/removal-requests",
                "/removal-requests/" + removal,
                "/requests",
                "/requests/new",
                "/requests/new?pool=" + pool,
                "/requests/" + request,
                "/pools",
                "/pools/new",
                "/capacity",
                "/address-history",
                "/address-history?address=10.77.0.1",
                "/pools/" + pool,
                "/pools/" + pool + "/edit",
                "/pools/" + pool + "/resize",
                "/pools/" + pool + "/map",
                "/pools/" + pool + "/map?block=10.77.0.0/28",
                "/pools/" + pool + "/delete",
                "/addresses/" + address + "/release",
                "/nodes",
                "/nodes/" + node,
                "/fabrics",
                "/fabrics/" + fabric,
                "/fabrics/" + fabric + "/topology",
                "/fabrics/" + fabric + "/counters",
                "/tenants",
                "/tenants/" + tenant,
                "/tenants/" + tenant + "/people",
                "/tenants/" + tenant + "/people/" + planner,
                "/tenants/" + tenant + "/people/invitations/" + invitation + "/revoke",
                "/tenants/" + tenant + "/service-accounts",
                "/tenants/" + tenant + "/service-accounts/" + account,
                "/tenants/" + tenant + "/service-accounts/" + account + "/edit",
                "/tenants/" + tenant + "/service-accounts/" + account + "/delete",
                "/tenants/" + tenant + "/service-accounts/" + account + "/tokens/" + token + "/revoke",
                "/tenants/" + tenant + "/isolation",
                "/audit",
                "/audit/seals",
                "/settings",
                "/settings/password",
                "/settings/sessions");
    }

    List<String> forOperatorsAlone() {
        return List.of(
                "/drivers",
                "/drivers/profiles/inbox-debian",
                "/drivers/import",
                "/drivers/matrix",
                "/drivers/matrix?selector=name%3Dnode-1",
                "/drivers/nodes/" + node,
                "/rollouts",
                "/rollouts/new",
                "/nodes/new",
                "/nodes/" + node + "/join",
                "/nodes/" + node + "/adopt",
                "/nodes/" + node + "/plan",
                "/nodes/" + node + "/ports/" + port() + "/interface",
                "/tenants/" + tenant + "/drift",
                "/nodes/" + node + "/edit",
                "/nodes/" + node + "/retire",
                "/fabrics/" + fabric + "/delete",
                "/nodes/" + node + "/dead",
                "/fabrics/new",
                "/fabrics/" + fabric + "/default-partition",
                "/fabrics/" + fabric + "/pkeys",
                "/fabrics/" + fabric + "/pkeys?block=0",
                "/fabrics/" + fabric + "/pkeys?key=0x8005",
                "/fabrics/" + fabric + "/found-conf",
                "/fabrics/" + fabric + "/posture",
                "/fabrics/" + fabric + "/divergence",
                "/fabrics/" + fabric + "/edit",
                "/tenants/new",
                "/tenants/" + tenant + "/edit",
                "/tenants/" + tenant + "/quotas",
                "/tenants/" + tenant + "/suspend",
                "/tenants/" + tenant + "/delete",
                "/tenants/" + tenant + "/grant",
                "/tenants/" + tenant + "/nodes/" + node + "/revoke",
                "/audit/seals/rotate",
                "/people",
                "/people/" + planner + "/account");
    }
}
