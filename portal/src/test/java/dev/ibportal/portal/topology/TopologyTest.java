package dev.ibportal.portal.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricLink;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class TopologyTest {
    private static final Instant SEEN = Instant.parse("2031-05-06T07:08:09Z");

    @Inject
    World world;

    @Inject
    SurveySql surveys;

    private Person olga;
    private Person ada;
    private UUID fabric = UUID.randomUUID();
    private UUID manager = UUID.randomUUID();

    @BeforeEach
    void fabricWithTwoTenants() {
        world.reset();
        UUID aldermoor = world.tenant("Aldermoor");
        UUID brackwater = world.tenant("Brackwater");
        olga = world.operator("olga");
        ada = world.tenantAdmin("ada", aldermoor);
        Cluster cluster = new Cluster(olga);
        fabric = cluster.fabric("east");
        cluster.node("n1", fabric, guid(1), aldermoor);
        cluster.node("n2", fabric, guid(2), brackwater);
        UUID partition = cluster.partition(aldermoor, fabric, "weather");
        cluster.member(partition, Map.of("node", "n1", "membership", "full")).statusCode(201);
        manager = UUID.fromString(olga.api()
                .body(Map.of("name", "sm", "roles", new String[] {"subnet-manager"}))
                .post("/api/v1/nodes")
                .then()
                .statusCode(201)
                .extract()
                .path("id"));
        world.execute("UPDATE fabric SET sm_node_id = ? WHERE id = ?", manager, fabric);
    }

    static String guid(int number) {
        return String.format(Locale.ROOT, "0x%016x", 0x0002c90300000000L + number);
    }

    /** Hosts in turn on leaves of so many, all leaves on the spines; the last host's cable is slow. */
    static FabricSurvey.Builder survey(UUID fabric, int hosts, int perLeaf, int spines) {
        FabricSurvey.Builder survey =
                FabricSurvey.newBuilder().setFabricId(fabric.toString()).setTopologyKnown(true);
        int leaves = (hosts + perLeaf - 1) / perLeaf;
        for (int i = 0; i < leaves + spines; i++) {
            survey.addElements(FabricElement.newBuilder()
                    .setKind(ElementKind.ELEMENT_KIND_SWITCH)
                    .setNodeGuid(guid(1_000_000 + i))
                    .setName(i < leaves ? "leaf" + (i + 1) : "spine" + (i - leaves + 1)));
        }
        for (int i = 0; i < leaves; i++) {
            for (int s = 0; s < spines; s++) {
                survey.addLinks(cable(i, 60 + s, leaves + s, i + 1, false));
            }
        }
        for (int i = 0; i < hosts; i++) {
            survey.addElements(FabricElement.newBuilder()
                    .setKind(ElementKind.ELEMENT_KIND_HOST)
                    .setNodeGuid(guid(2_000_000 + i))
                    .setName("host" + (i + 1) + " mlx5_0")
                    .addPorts(ElementPort.newBuilder().setNumber(1).setGuid(guid(i + 1))));
            survey.addLinks(cable(i / perLeaf, i % perLeaf + 1, leaves + spines + i, 1, i == hosts - 1));
        }
        return survey;
    }

    private static FabricLink cable(int from, int fromPort, int to, int toPort, boolean slow) {
        return FabricLink.newBuilder()
                .setFrom(from)
                .setFromPort(fromPort)
                .setTo(to)
                .setToPort(toPort)
                .setRate(slow ? "1xEDR" : "4xEDR")
                .setGigabits(slow ? 25.78125 : 103.125)
                .setCouldBe(slow ? "4X" : "")
                .build();
    }

    private JsonPath asSeenBy(Person person) {
        return person.api()
                .get("/api/v1/fabrics/" + fabric + "/topology")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    @Test
    void anOperatorSeesEverythingAndWhereItHangs() {
        assertThat(surveys.keep(manager, survey(fabric, 4, 2, 1).build(), SEEN)).isTrue();

        JsonPath seen = asSeenBy(olga);

        assertThat(seen.getString("seenAt")).isEqualTo(SEEN.toString());
        assertThat(seen.getList("switches.name")).containsExactly("leaf1", "leaf2", "spine1");
        assertThat(seen.getList("hosts.name")).containsExactly("n1", "n2", "host3 mlx5_0", "host4 mlx5_0");
        assertThat(seen.getList("hosts.switchName")).containsExactly("leaf1", "leaf1", "leaf2", "leaf2");
        assertThat(seen.getList("hosts.slow")).containsExactly(false, false, false, true);
        assertThat(seen.getString("hosts[3].couldBe")).isEqualTo("4X");
        assertThat(seen.getList("hosts[0].tenants")).containsExactly("Aldermoor");
        assertThat(seen.getList("hosts[0].partitions")).containsExactly("0x8001");
        assertThat(seen.getList("trunks.cables")).containsExactly(1, 1);
    }

    @Test
    void aTenantSeesItsOwnNodesByNameAndOfOthersNothing() {
        surveys.keep(manager, survey(fabric, 4, 2, 1).build(), SEEN);

        JsonPath seen = asSeenBy(ada);
        String page = Browser.of("ada")
                .open("/fabrics/" + fabric + "/topology?colour=tenant")
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(seen.getList("hosts.name")).containsExactly("n1");
        assertThat(seen.getList("hosts.guid")).containsExactly(guid(1));
        assertThat(seen.getList("switches.hosts")).as("nor how many").containsExactlyInAnyOrder(1, 0, 0);
        assertThat(seen.getList("switches.slow")).containsOnly(0);
        assertThat(page).contains("n1", guid(1)).doesNotContain("n2", guid(2), "host3", "Brackwater", "4 hosts");
        assertThat(page.split("class=\"topo-host", -1).length - 1).isEqualTo(1);
    }

    @Test
    void whatWasSeenStaysWithItsAgeWhenTheNextLookFails() {
        surveys.keep(manager, survey(fabric, 4, 2, 1).build(), SEEN);
        surveys.keep(
                manager,
                FabricSurvey.newBuilder()
                        .setFabricId(fabric.toString())
                        .addUnreadable("ibnetdiscover could not be started")
                        .build(),
                SEEN.plusSeconds(600));

        JsonPath seen = asSeenBy(olga);

        assertThat(seen.getList("hosts")).hasSize(4);
        assertThat(seen.getString("seenAt")).isEqualTo(SEEN.toString());
        assertThat(seen.getString("lookedAt")).isEqualTo(SEEN.plusSeconds(600).toString());
        assertThat(seen.getList("unreadable")).containsExactly("ibnetdiscover could not be started");
    }

    @Test
    void aNodeThatDoesNotLookAfterTheFabricTellsNothing() {
        assertThat(surveys.keep(UUID.randomUUID(), survey(fabric, 4, 2, 1).build(), SEEN))
                .isFalse();
        assertThat(asSeenBy(olga).getString("seenAt")).isNull();
    }

    @Test
    void thePictureAndItsTableSayTheSame() {
        surveys.keep(manager, survey(fabric, 200, 20, 2).build(), SEEN);

        String page = Browser.of("olga")
                .open("/fabrics/" + fabric + "/topology?search=leaf7&colour=partition")
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(page.split("topo-found", -1).length - 1).isEqualTo(20);
        assertThat(page.split("class=\"topo-host", -1).length - 1).isEqualTo(200);
        assertThat(page.split("<th scope=\"row\">host", -1).length - 1).isEqualTo(20);
        assertThat(page).contains("20 of 200 ports").doesNotContain("style=");
    }

    @Test
    void aKeyFiltersPictureAndTableAndWhatIsNoneIsSaid() {
        surveys.keep(manager, survey(fabric, 200, 20, 2).build(), SEEN);
        Browser browser = Browser.of("olga");

        String some = text(browser, "0x0001");
        String none = text(browser, "0x9999");
        String wrong = text(browser, "eight");

        assertThat(some).contains("1 of 200 ports", "0x8001");
        assertThat(none).contains("No port of a host is like that");
        assertThat(wrong).contains("“eight” is no PKey");
    }

    private String text(Browser browser, String pkey) {
        return browser.get("/fabrics/" + fabric + "/topology?pkey=" + pkey).text();
    }

    @Test
    void cablesAreDrawnAtAnySizeAndHostsLeadToTheirNodes() {
        for (int hosts : new int[] {16, 400}) {
            surveys.keep(manager, survey(fabric, hosts, 4, 2).build(), SEEN);

            Document page = Browser.of("olga").get("/fabrics/" + fabric + "/topology");

            assertThat(page.select("path.topo-line")).hasSize(hosts / 4 * 2);
            assertThat(page.select("a[href^=/nodes/] g.topo-host")).isNotEmpty();
        }
    }

    /** Each host is there once, no page is too heavy, and people can look at it in {@code target/sights}. */
    @ParameterizedTest
    @CsvSource({"16, 4, 2", "324, 18, 9", "2000, 20, 8"})
    void aFabricOfAnySizeIsDrawnWhole(int hosts, int perLeaf, int spines) throws IOException {
        surveys.keep(manager, survey(fabric, hosts, perLeaf, spines).build(), Instant.now());
        Cluster cluster = new Cluster(olga);
        for (int tenant = 0; tenant < 10; tenant++) {
            UUID id = world.tenant("Tenant " + (char) ('A' + tenant));
            for (int node = 0; node < (hosts > 100 ? 4 : 1); node++) {
                int number = 3 + tenant * 4 + node;
                cluster.node("node-" + number, fabric, guid(number), id);
            }
        }
        for (String language : List.of("en", "zh")) {
            String page = new Browser(language)
                    .logIn("olga")
                    .open("/fabrics/" + fabric + "/topology?colour=tenant" + (hosts == 324 ? "&search=leaf1" : ""))
                    .then()
                    .statusCode(200)
                    .extract()
                    .asString();
            assertThat(page.split("class=\"topo-host", -1).length - 1).isEqualTo(hosts);
            assertThat(page.length()).isLessThan(200_000 + hosts * 300);
            Path file = Path.of("target", "sights", "topology-" + hosts + "-" + language + ".html");
            Files.createDirectories(file.getParent());
            String resources = Path.of("src", "main", "resources", "META-INF", "resources")
                    .toUri()
                    .toString();
            Files.writeString(
                    file, page.replace("href=\"/", "href=\"" + resources).replace("src=\"/", "src=\"" + resources));
        }
    }
}
