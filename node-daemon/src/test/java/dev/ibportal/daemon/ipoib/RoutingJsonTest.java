package dev.ibportal.daemon.ipoib;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.Surroundings.LiveRoute;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What iproute2 6.1 printed on a real host, and what no iproute2 ever would. */
class RoutingJsonTest {
    private static final String ROUTES = """
            [{"dst":"default","gateway":"10.60.0.2","dev":"ib0.9001","table":"1048576","metric":1024,"flags":[]},
             {"dst":"10.97.0.0/16","gateway":"10.60.0.2","dev":"ib0.9001","metric":50,"flags":[]},
             {"dst":"10.99.0.1","dev":"ib0.9001","metric":1024,"flags":["linkdown"]},
             {"type":"local","dst":"10.60.0.1","dev":"ib0.9001","table":"local","protocol":"kernel","flags":[]},
             {"type":"unreachable","dst":"10.5.0.0/16","dev":"lo","metric":10,"flags":[]},
             {"dst":"10.6.0.0/16","dev":"eth0","table":"mgmt","flags":[]},
             {"dst":"10.7.0.0/16","nexthops":[{"gateway":"10.0.0.1","dev":"eth0"}],"flags":[]}]""";
    private static final String RULES = """
            [{"priority":0,"src":"all","table":"local"},
             {"priority":21000,"src":"10.60.0.1","table":"1048576"},
             {"priority":21000,"src":"10.61.0.0","srclen":24,"table":"1048577"},
             {"priority":100,"src":"10.1.0.1","dst":"10.2.0.0","dstlen":16,"table":"7"},
             {"priority":32766,"src":"all","table":"main"}]""";

    private static CommandResult printed(String text) {
        return CommandResult.exited(Command.of("ip"), 0, text, "");
    }

    private static LiveRoute live(String to, String via, int table, int metric) {
        return new LiveRoute(
                new Route(
                        IpPrefix.parse(to),
                        via.isEmpty() ? Optional.empty() : Optional.of(IpAddress.parse(via)),
                        table == 0 ? OptionalInt.empty() : OptionalInt.of(table),
                        OptionalInt.of(metric)),
                "ib0.9001");
    }

    @Test
    void routesAreReadWithTableAndMetricAndOfOtherKindsOnlyWhereTheyLead() {
        assertThat(RoutingJson.routes(printed(ROUTES), IpFamily.IPV4).found().orElseThrow())
                .containsExactlyInAnyOrder(
                        live("0.0.0.0/0", "10.60.0.2", 1048576, 1024),
                        live("10.97.0.0/16", "10.60.0.2", 0, 50),
                        live("10.99.0.1/32", "", 0, 1024),
                        new LiveRoute(
                                new Route(
                                        IpPrefix.parse("10.5.0.0/16"),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        OptionalInt.of(10)),
                                ""),
                        new LiveRoute(
                                new Route(
                                        IpPrefix.parse("10.7.0.0/16"),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        OptionalInt.empty()),
                                ""));
    }

    @Test
    void rulesBySourceAreRead() {
        assertThat(RoutingJson.rules(printed(RULES), IpFamily.IPV4).found().orElseThrow())
                .containsExactlyInAnyOrder(rule("10.60.0.1/32", 1048576), rule("10.61.0.0/24", 1048577));
    }

    private static PolicyRule rule(String from, int table) {
        return new PolicyRule(Optional.of(IpPrefix.parse(from)), Optional.empty(), table, 21000);
    }

    @Test
    void anEmptyListIsNoTroubleAndBrokenTextIs() {
        assertThat(RoutingJson.routes(printed(""), IpFamily.IPV6)).isEqualTo(Reading.known(Set.of()));
        assertThat(RoutingJson.routes(printed("{"), IpFamily.IPV6).trouble()).isPresent();
        assertThat(RoutingJson.rules(printed("{}"), IpFamily.IPV6).trouble()).isPresent();
        assertThat(RoutingJson.rules(CommandResult.exited(Command.of("ip"), 2, "", "no"), IpFamily.IPV6)
                        .trouble())
                .isPresent();
    }

    @Test
    void noMutilatedAnswerIsACrash() {
        Random random = new Random(20310101);
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? ROUTES : RULES);
            for (int cut = random.nextInt(4); cut >= 0 && text.length() > 1; cut--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "\"{}[],:-9xé".charAt(random.nextInt(11)));
                    default -> text.setLength(Math.max(1, at));
                }
            }
            assertThat(RoutingJson.routes(printed(text.toString()), IpFamily.IPV4))
                    .isNotNull();
            assertThat(RoutingJson.rules(printed(text.toString()), IpFamily.IPV6))
                    .isNotNull();
        }
    }

    @Test
    void routesOfOthersComeBackWithAllThatTheyHave() {
        String printed = """
                [{"dst":"10.8.0.0/16","dev":"d0","table":"77","protocol":"static","scope":"link","flags":[]},
                 {"dst":"1.2.3.4","gateway":"9.9.9.9","dev":"d0","flags":["onlink"],"metrics":[{"mtu":1300,"advmss":1200}]},
                 {"dst":"5.0.0.0/8","via":{"family":"inet6","host":"fe80::1"},"dev":"d0","protocol":"bird","flags":[]},
                 {"dst":"10.1.0.0/24","dev":"d0","protocol":"kernel","scope":"link","prefsrc":"10.1.0.2","flags":[]},
                 {"dst":"10.7.0.0/16","gateway":"10.1.0.9","dev":"d0","protocol":"babel","prefsrc":"10.1.0.3","metric":5,
                  "flags":[],"metrics":[{"mtu":1400}]},
                 {"type":"local","dst":"10.1.0.2","dev":"d0","table":"local","protocol":"kernel","flags":[]}]""";

        assertThat(RoutingJson.restorable(printed(printed), IpFamily.IPV4))
                .extracting(route -> route.command().toString())
                .containsExactly(
                        "ip -4 route add 10.8.0.0/16 dev d0 table 77 scope link proto static",
                        "ip -4 route add 1.2.3.4 via 9.9.9.9 dev d0 mtu 1300 advmss 1200 onlink",
                        "ip -4 route add 5.0.0.0/8 via inet6 fe80::1 dev d0 proto bird",
                        "ip -4 route add 10.7.0.0/16 via 10.1.0.9 dev d0 metric 5 proto babel src 10.1.0.3 mtu 1400");
    }
}
