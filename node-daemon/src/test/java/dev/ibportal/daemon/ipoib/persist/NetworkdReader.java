package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An interface as the real systemd-networkd makes it: the request for the child is caught, everything else is read back
 * from the kernel. What it says of our files must be nothing.
 */
final class NetworkdReader {
    private static final Pattern COMPLAINT = Pattern.compile(
            "(?m)^.*(/ib\\S*|ibportal).*(Unknown key|Unknown section|Failed to parse|ignoring assignment|cannot be).*$");
    private static final Pattern REQUEST = Pattern.compile(
            "RTM_NEWLINK.*IFLA_IFNAME}, \"(\\S+?)\"].*nla_type=IFLA_LINK}, (\\d+)].*\"ipoib\".*IFLA_INFO_DATA},"
                    + " \"\\\\x06\\\\x00\\\\x01\\\\x00\\\\x(..)\\\\x(..)\\\\x00\\\\x00"
                    + "\\\\x06\\\\x00\\\\x02\\\\x00\\\\x(..)\\\\x00");
    private static final Set<String> KERNELS_RULES = Set.of("0", "32766", "32767");
    private static final String USUAL_IPV6_METRIC = "1024";

    private NetworkdReader() {}

    static Made read(HostTree host, Profile profile) throws IOException, InterruptedException {
        String child = profile.isChild() ? profile.name().text() : "";
        host.run(
                "unshare",
                "--net",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "--propagation",
                "private",
                "sh",
                HostTree.script("networkd.sh").toString(),
                host.root().toString(),
                host.out().toString(),
                child);
        String log = host.output("configured.log") + (child.isEmpty() ? "" : host.output("request.log"));
        assertThat(COMPLAINT.matcher(log).results().map(result -> result.group()))
                .isEmpty();
        Made.Builder made = new Made.Builder();
        made.name = profile.name().text();
        if (!child.isEmpty()) {
            request(host.output("request"), made);
        }
        link(host, profile, made);
        return made.build();
    }

    private static void request(String strace, Made.Builder made) {
        Matcher request = REQUEST.matcher(strace);
        assertThat(request.find()).as("a request for an IPoIB interface").isTrue();
        made.name = request.group(1);
        // The only interface beside loopback and the other end of the cable.
        made.parent = "ib0";
        made.pkey = "0x" + request.group(4) + request.group(3);
        made.mode = request.group(5).equals("00") ? "datagram" : "connected";
        assertThat(strace).as("no invented hardware address").doesNotContain("IFLA_ADDRESS}, \"");
    }

    private static void link(HostTree host, Profile profile, Made.Builder made) throws IOException {
        String mtu = Json.parse(host.output("link")).path(0).path("mtu").asText();
        // What a virtual cable has by itself says nothing.
        made.mtu = mtu.equals("1500") && profile.mtu().isEmpty() ? "" : mtu;
        for (JsonNode address : Json.parse(host.output("addr")).path(0).path("addr_info")) {
            if (!address.path("scope").asText().equals("link")) {
                made.addresses.add(address.path("local").asText() + "/"
                        + address.path("prefixlen").asText());
            }
        }
        for (String family : new String[] {"4", "6"}) {
            for (JsonNode route : Json.parse(host.output("route" + family))) {
                if (route.path("protocol").asText().equals("static")) {
                    made.routes.add(route(route, family));
                }
            }
            for (JsonNode rule : Json.parse(host.output("rule" + family))) {
                if (!KERNELS_RULES.contains(rule.path("priority").asText())) {
                    made.rules.add(rule(rule));
                }
            }
        }
        String network = NetworkMatch.ETC + "/05-ibportal-" + profile.name() + ".network";
        if (profile.isChild()) {
            // Name servers go to systemd-resolved, which does not run here: taken from the file that was accepted.
            host.text(network).lines().forEach(line -> {
                if (line.startsWith("DNS=")) {
                    made.servers.add(line.substring(4));
                } else if (line.startsWith("Domains=")) {
                    made.search.addAll(Arrays.asList(line.substring(8).split(" ")));
                }
            });
        }
    }

    private static String route(JsonNode route, String family) {
        String everywhere = family.equals("4") ? "0.0.0.0/0" : "::/0";
        String metric = route.path("metric").asText();
        return (route.path("dst").asText().equals("default")
                        ? everywhere
                        : route.path("dst").asText())
                + word(" via ", route.path("gateway").asText())
                + word(" metric ", family.equals("6") && metric.equals(USUAL_IPV6_METRIC) ? "" : metric)
                + word(" table ", route.path("table").asText());
    }

    private static String rule(JsonNode rule) {
        return "priority " + rule.path("priority").asText()
                + network(
                        " from ", rule.path("src").asText(), rule.path("srclen").asText())
                + network(" to ", rule.path("dst").asText(), rule.path("dstlen").asText())
                + " table " + rule.path("table").asText();
    }

    private static String network(String word, String address, String length) {
        return address.isEmpty() || address.equals("all") ? "" : word + address + "/" + length;
    }

    private static String word(String word, String value) {
        return value.isEmpty() ? "" : word + value;
    }
}
