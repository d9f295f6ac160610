package dev.ibportal.daemon.survey;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricLink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ibnetdiscover} prints: a paragraph for each switch and adapter, with a line for each port that leads
 * somewhere. Each link stands there twice; a report in which it does not, or without any, was cut.
 */
final class NetDiscover {
    private static final int LONGEST_NAME = 64;
    private static final int DIGITS = 16;

    /** {@code Switch 3 "S-0002c90200000102" # "leaf3" base port 0 lid 4 lmc 0}. */
    private static final Pattern ELEMENT =
            Pattern.compile("(Switch|Ca|Rt)\\s+\\d+\\s+\"[SHR]-([0-9a-f]{16})\"\\s+#\\s+\"(.*?)\".*");

    /** {@code [1](2c90300001051) "S-0002c90200000102"[2] # lid 10 lmc 0 "leaf3" lid 4 4xEDR}. */
    private static final Pattern PORT = Pattern.compile(
            "\\[(\\d+)\\](?:\\(([0-9a-f]{1,16})\\))?\\s+\"[SHR]-([0-9a-f]{16})\"\\[(\\d+)\\].*?(\\d+x\\w+)?");

    private final Map<String, Integer> places = new HashMap<>();
    private final List<FabricElement.Builder> elements = new ArrayList<>();
    private final Map<End, Other> ends = new LinkedHashMap<>();

    record End(String node, int port) {}

    private record Other(End end, String rate) {}

    /** @param links with indexes into {@code elements} */
    record Result(List<FabricElement> elements, List<FabricLink> links) {}

    /** Empty: the text is no whole report. */
    static Optional<Result> parse(String text) {
        NetDiscover report = new NetDiscover();
        text.lines().forEach(report::line);
        return report.result();
    }

    private void line(String line) {
        Matcher element = ELEMENT.matcher(line.strip());
        if (element.matches()) {
            String guid = guid(element.group(2));
            places.put(guid, elements.size());
            elements.add(FabricElement.newBuilder()
                    .setKind(kind(element.group(1)))
                    .setNodeGuid(guid)
                    .setName(cut(element.group(3))));
            return;
        }
        Matcher port = PORT.matcher(line.strip());
        if (port.matches() && !elements.isEmpty()) {
            FabricElement.Builder of = elements.get(elements.size() - 1);
            int number = Integer.parseInt(port.group(1));
            ElementPort.Builder own = ElementPort.newBuilder().setNumber(number);
            if (port.group(2) != null) {
                own.setGuid(guid(port.group(2)));
            }
            of.addPorts(own);
            ends.put(
                    new End(of.getNodeGuid(), number),
                    new Other(
                            new End(guid(port.group(3)), Integer.parseInt(port.group(4))),
                            port.group(5) == null ? "" : port.group(5)));
        }
    }

    /** Also one of zeros, which nothing should have and somebody has to be told of. */
    private static String guid(String digits) {
        return "0x" + "0".repeat(DIGITS - digits.length()) + digits;
    }

    private static ElementKind kind(String word) {
        return switch (word) {
            case "Switch" -> ElementKind.ELEMENT_KIND_SWITCH;
            case "Rt" -> ElementKind.ELEMENT_KIND_ROUTER;
            default -> ElementKind.ELEMENT_KIND_HOST;
        };
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(LONGEST_NAME, name.length()));
    }

    private Optional<Result> result() {
        List<FabricLink> links = new ArrayList<>();
        for (Map.Entry<End, Other> each : ends.entrySet()) {
            End here = each.getKey();
            End there = each.getValue().end();
            Other back = ends.get(there);
            Integer from = places.get(here.node());
            Integer to = places.get(there.node());
            if (from == null || to == null || back == null || !back.end().equals(here)) {
                return Optional.empty();
            }
            if (from < to || (from.equals(to) && here.port() < there.port())) {
                links.add(FabricLink.newBuilder()
                        .setFrom(from)
                        .setFromPort(here.port())
                        .setTo(to)
                        .setToPort(there.port())
                        .setRate(each.getValue().rate())
                        .setGigabits(LinkRate.gigabits(each.getValue().rate()))
                        .build());
            }
        }
        return links.isEmpty()
                ? Optional.empty()
                : Optional.of(new Result(
                        elements.stream().map(FabricElement.Builder::build).toList(), links));
    }
}
