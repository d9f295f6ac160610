package dev.ibportal.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the product is for: a partition, a pool, members, and all of them in sync. Done by a tenant's own people. */
public final class MainJob {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Rest tenant;

    public MainJob(Rest tenant) {
        this.tenant = tenant;
    }

    /** The partition by its name, with its pool; made when it is missing. */
    public JsonNode partition(String fabric, String name, String prefix) {
        JsonNode partition = tenant.list("/api/v1/partitions").stream()
                .filter(one -> one.path("name").asText().equals(name))
                .findFirst()
                .orElseGet(() -> tenant.post("/api/v1/partitions", Map.of("fabric", fabric, "name", name)));
        String id = partition.path("id").asText();
        if (tenant.list("/api/v1/pools?partition=" + id).isEmpty()) {
            tenant.post("/api/v1/pools", Map.of("partition", id, "name", name, "prefix", prefix));
        }
        return partition;
    }

    /** Adds the nodes that are no members yet. */
    public void members(JsonNode partition, List<String> nodes, String membership) {
        Set<String> missing = new HashSet<>(nodes);
        membersOf(partition)
                .forEach(member ->
                        missing.remove(member.path("node").path("name").asText()));
        if (!missing.isEmpty()) {
            tenant.post(path(partition) + "/bulk", Map.of("nodes", List.copyOf(missing), "membership", membership));
        }
    }

    /** Waits until every member's interface was read back as it should be. */
    public void awaitInSync(JsonNode partition) {
        Waiting.until(PATIENCE, () -> {
            String open = membersOf(partition).stream()
                    .filter(member -> !inSync(member))
                    .map(MainJob::described)
                    .collect(Collectors.joining(", "));
            return open.isEmpty() ? Optional.empty() : Optional.of("not in sync: " + open);
        });
    }

    private static boolean inSync(JsonNode member) {
        return member.path("interface").path("state").asText().equals("in_sync");
    }

    private static String described(JsonNode member) {
        return member.path("node").path("name").asText() + " (fabric: "
                + member.path("fabric").path("state").asText() + ", interface: "
                + member.path("interface").path("state").asText() + " "
                + member.path("interface").path("reason").asText() + ")";
    }

    private List<JsonNode> membersOf(JsonNode partition) {
        return tenant.list(path(partition));
    }

    private static String path(JsonNode partition) {
        return "/api/v1/partitions/" + partition.path("id").asText() + "/members";
    }
}
