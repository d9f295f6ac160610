package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fabric that a real OpenSM runs by a file written by hand is taken over: its ports' tables are the same before, and after
 * the portal's own file is in force.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
class FoundConfLineIT {
    @TempDir
    private Path folder;

    @Test
    void whatAFileByHandGaveThePortalGivesToo() {
        try (Lab lab = Lab.builder().hosts(4).management().up()) {
            lab.subnetManager().partitions(byHand(lab));
            Map<String, Set<Integer>> before = tables(lab);
            assertThat(before.get("host2")).containsExactlyInAnyOrder(0x8021, 0x8022);
            assertThat(before.get("host3")).containsExactlyInAnyOrder(0x0021, 0x8022);
            assertThat(before.get("host4")).containsExactlyInAnyOrder(0x0021);
            try (Line line = Line.up(lab, folder)) {
                Waiting.until(
                        Line.SETTLES,
                        () -> refusal(line).contains("written by hand")
                                ? Optional.empty()
                                : Optional.of(refusal(line)));
                assertThat(tables(lab)).as("before anybody took anything over").isEqualTo(before);

                takeOver(line, lab);

                Waiting.until(
                        Line.SETTLES,
                        () -> line.operator().list("/api/v1/partitions").stream()
                                .flatMap(partition -> line
                                        .operator()
                                        .list("/api/v1/partitions/"
                                                + partition.path("id").asText() + "/members")
                                        .stream())
                                .filter(member -> !member.path("interface")
                                        .path("state")
                                        .asText()
                                        .equals("in_sync"))
                                .findFirst()
                                .map(member -> "not in sync: " + member));
                assertThat(lab.subnetManager().partitionsFile()).content().doesNotContain("written by hand");
                assertThat(tables(lab)).isEqualTo(before);
            }
        }
    }

    private static String refusal(Line line) {
        return line.operator().list("/api/v1/fabrics").get(0).path("status").toString();
    }

    /** In another hand than the portal's. */
    private static String byHand(Lab lab) {
        return """
                # written by hand
                Default=0x7fff,ipoib:ALL=limited,SELF=full;
                red = 0x21 , ipoib , mtu=4 : %s=full ,
                   %s=limited, %s ;
                blue=0x0022,ipoib:%s=full,%s=full; # both
                """.formatted(
                        lab.host(2).portGuid(),
                        lab.host(3).portGuid(),
                        lab.host(4).portGuid(),
                        lab.host(3).portGuid(),
                        lab.host(2).portGuid());
    }

    private static void takeOver(Line line, Lab lab) {
        line.tenant("grid", lab.hosts().toArray(LabHost[]::new));
        String tenant =
                line.operator().list("/api/v1/tenants").get(0).path("id").asText();
        String fabric =
                line.operator().list("/api/v1/fabrics").get(0).path("id").asText();
        String path = "/api/v1/fabrics/" + fabric + "/found-conf/";
        Map<String, Object> form = new LinkedHashMap<>(Map.of("text", byHand(lab), "tenant", tenant));
        JsonNode preview = line.operator().post(path + "preview", form);
        assertThat(preview.path("opensFabric").asBoolean()).isFalse();
        assertThat(preview.path("managed").asBoolean()).isTrue();
        form.put("digest", preview.path("digest").asText());

        JsonNode taken = line.operator().post(path + "take", form);

        assertThat(taken.path("partitions")).as("%s", taken).hasSize(2);
        taken.path("partitions")
                .forEach(
                        made -> assertThat(made.path("problems")).as("%s", made).isEmpty());
    }

    /** What stands in each port's table, by host, as the tools read it; without the default partition. */
    private static Map<String, Set<Integer>> tables(Lab lab) {
        Map<String, Set<Integer>> tables = new LinkedHashMap<>();
        lab.hosts().forEach(host -> tables.put(host.name(), Found.on(host).keys()));
        return tables;
    }
}
