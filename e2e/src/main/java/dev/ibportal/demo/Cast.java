package dev.ibportal.demo;

import java.util.List;
import java.util.stream.IntStream;

/** Who and what the demo shows. */
final class Cast {
    static final String FABRIC = "fabric-1";
    static final String SUBNET_MANAGER = "sm1";
    static final int SWITCHES = 2;
    static final List<String> NODES =
            IntStream.rangeClosed(1, 8).mapToObj(i -> "node" + i).toList();

    /** Two nodes are granted to both, so that each tenant has one more to add by clicking. */
    static final Tenant PHYSICS = new Tenant(
            "Physics",
            "Climate and plasma simulations",
            "anna",
            NODES.subList(0, 5),
            new Partition("Simulation", "10.77.0.0/24", NODES.subList(0, 4), List.of()));

    static final Tenant BIOLOGY = new Tenant(
            "Biology",
            "Genome sequencing",
            "bela",
            NODES.subList(3, 8),
            new Partition("Sequencing", "10.88.0.0/24", NODES.subList(4, 5), NODES.subList(5, 8)));

    static final List<Tenant> TENANTS = List.of(PHYSICS, BIOLOGY);

    static final List<Person> PEOPLE = List.of(
            new Person("anna", "Anna", "tenant-admin", PHYSICS.name(), "gives Physics its partitions"),
            new Person("bela", "Béla", "tenant-admin", BIOLOGY.name(), "gives Biology its partitions"),
            new Person("pia", "Pia", "planner", PHYSICS.name(), "sees what Physics has left"),
            new Person("otto", "Otto", "auditor", "", "reads everything, changes nothing"));

    private Cast() {}

    static boolean isSimulated(String node) {
        return node.equals(SUBNET_MANAGER) || NODES.contains(node);
    }

    /** @param admin log-in name of the one who runs the main job */
    record Tenant(String name, String description, String admin, List<String> nodes, Partition partition) {}

    record Partition(String name, String prefix, List<String> full, List<String> limited) {}

    /** @param tenant empty: the whole portal */
    record Person(String login, String name, String role, String tenant, String can) {}
}
