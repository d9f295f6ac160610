package dev.ibportal.e2e.line;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Rest;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.lab.LabHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A partition through the API, as its tenant's administrator sees it. */
record Partition(Rest rest, String id, String pkey) {
    /** The key as it stands in the table of a full member's port. */
    int key() {
        return Integer.decode(pkey);
    }

    private String path() {
        return "/api/v1/partitions/" + id + "/members";
    }

    Member add(LabHost host, String membership, String... addresses) {
        Map<String, Object> form = new HashMap<>(Map.of("node", host.name(), "membership", membership));
        if (addresses.length > 0) {
            form.put("addresses", List.of(addresses));
        }
        return add(host, form);
    }

    /** @param form all but the node */
    Member add(LabHost host, Map<String, Object> form) {
        Map<String, Object> whole = new HashMap<>(form);
        whole.put("node", host.name());
        rest.post(path(), whole);
        String member = rest.list(path()).stream()
                .filter(one -> one.path("node").path("name").asText().equals(host.name()))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asText();
        return new Member(this, host, path() + "/" + member);
    }

    List<JsonNode> members() {
        return rest.list(path());
    }

    void awaitInSync() {
        Waiting.until(
                Line.SETTLES,
                () -> members().stream()
                        .filter(one ->
                                !one.path("interface").path("state").asText().equals("in_sync"))
                        .findFirst()
                        .map(one -> "not in sync: " + one));
    }

    /** One member of it. */
    record Member(Partition partition, LabHost host, String path) {
        JsonNode view() {
            return partition.rest.get(path);
        }

        String fabricState() {
            return view().path("fabric").path("state").asText();
        }

        String interfaceState() {
            return view().path("interface").path("state").asText();
        }

        /** When the fabric's side was last read. */
        String fabricSeen() {
            return view().path("fabric").path("seenAt").asText();
        }

        String device() {
            return view().path("interface").path("name").asText();
        }

        String cidr() {
            return view().path("addresses").path(0).path("cidr").asText();
        }

        String ip() {
            return cidr().substring(0, cidr().indexOf('/'));
        }

        boolean pings(Member other) {
            return host.ping(device(), other.ip());
        }

        void remove() {
            partition.rest.delete(path);
        }

        /** Until it is proven gone on both sides. */
        void awaitAbsent() {
            Waiting.until(Line.SETTLES, () -> {
                Optional<JsonNode> left = partition.members().stream()
                        .filter(one -> path.endsWith(one.path("id").asText()))
                        .filter(one ->
                                !one.path("fabric").path("state").asText().equals("absent"))
                        .findFirst();
                return left.map(one -> "still there: " + one);
            });
        }
    }
}
