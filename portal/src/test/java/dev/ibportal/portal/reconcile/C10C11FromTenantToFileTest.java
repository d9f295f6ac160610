package dev.ibportal.portal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.opensm.ParseResult;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfParser;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.portal.session.LineTestBase;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cases C-10 and C-11 with their exact inputs, from the API to the file that the subnet manager's daemon writes. */
@QuarkusTest
class C10C11FromTenantToFileTest extends LineTestBase {
    private static final List<String> NAMES = List.of("Kiln & Co; #1 = ALL, full", "10gate", "Ünal-Labor");

    private UUID member(String name, int number) {
        UUID of = world.tenant(name);
        String guid = "0x02a1f003000000" + number;
        cluster.node("h" + number, fabric, guid, of);
        UUID made = cluster.partition(of, fabric, "p", "0x80" + number);
        cluster.member(made, Map.of("node", "h" + number, "membership", "full")).statusCode(201);
        return of;
    }

    /** Empty until the first document was built. */
    private String text() {
        try {
            String hex = world.string("SELECT coalesce(encode(document, 'hex'), '') FROM fabric_status");
            if (hex.isEmpty()) {
                return "";
            }
            SmDocument document = SmDocument.parseFrom(HexFormat.of().parseHex(hex));
            return PartitionsConfRenderer.render(SmDocuments.conf(document));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PartitionsConf read(String text) {
        ParseResult result = PartitionsConfParser.parse(text);
        assertThat(result).isInstanceOf(ParseResult.Accepted.class);
        return ((ParseResult.Accepted) result).conf();
    }

    private static List<String> partitions(PartitionsConf conf) {
        return conf.partitions().stream()
                .flatMap(rule -> rule.members().stream()
                        .map(member -> rule.pkey() + " " + member.port() + " "
                                + member.membership().text()))
                .toList();
    }

    @Test
    void c10NamesOfTenantsDoNotReachTheFile() {
        smConnects();
        List<UUID> tenants = List.of(member(NAMES.get(0), 31), member(NAMES.get(1), 32), member(NAMES.get(2), 33));
        List<String> exactly = List.of(
                "0x8031 0x02a1f00300000031 full", "0x8032 0x02a1f00300000032 full", "0x8033 0x02a1f00300000033 full");
        soon().untilAsserted(() -> assertThat(partitions(read(text()))).isEqualTo(exactly));

        String path = "/api/v1/tenants/" + tenants.get(1);
        String etag = operator.api().get(path).header("ETag");
        operator.api()
                .header("If-Match", etag)
                .body(Map.of("name", "two\nlines"))
                .put(path)
                .then()
                .statusCode(422);

        String text = text();
        assertThat(partitions(read(text))).isEqualTo(exactly);
        assertThat(text.lines().filter(line -> line.endsWith(":")).map(line -> line.substring(0, line.indexOf('='))))
                .allMatch(name -> name.matches("[A-Za-z][A-Za-z0-9_-]*"));
        assertThat(text).containsOnlyOnce("ALL");
        assertThat(text).doesNotContain("Kiln", "gate", "nal-Labor");
        assertThat(world.strings("SELECT name FROM tenant WHERE name <> 'Aldermoor' ORDER BY created_at"))
                .containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @Test
    void c11TheDefaultRuleIsThePortalsSettingAndEveryMemberIsSaid() {
        smConnects();
        soon().untilAsserted(() -> assertThat(text()).containsOnlyOnce(";"));
        assertThat(text()).contains("=0x7fff,", "ALL=limited", "SELF=full");
        world.execute("UPDATE fabric SET default_membership = 'full'");
        soon().untilAsserted(() -> assertThat(text()).contains("ALL=full", "SELF=full"));

        UUID made = cluster.partition(tenant, fabric, "c11", "0x8041");
        for (int i = 1; i <= 4; i++) {
            cluster.node("m" + i, fabric, "0x02a1f0030000004" + i, tenant);
            cluster.member(made, Map.of("node", "m" + i, "membership", i == 3 ? "limited" : "full"))
                    .statusCode(201);
        }
        soon().untilAsserted(() -> assertThat(partitions(read(text())))
                .containsExactly(
                        "0x8041 0x02a1f00300000041 full",
                        "0x8041 0x02a1f00300000042 full",
                        "0x8041 0x02a1f00300000043 limited",
                        "0x8041 0x02a1f00300000044 full"));
        assertThat(text().lines().filter(line -> line.startsWith("t8041="))).allMatch(line -> line.contains(",ipoib"));
    }
}
