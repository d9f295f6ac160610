package dev.ibportal.portal.capacity;

import dev.ibportal.portal.capacity.CapacityView.Fabric;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The numbers as a table. What a spreadsheet would take for a formula is made text. */
final class CapacityCsv {
    private CapacityCsv() {}

    static String of(CapacityView view) {
        StringBuilder csv = new StringBuilder("scope,name,kind,used,total\r\n");
        for (Fabric fabric : view.fabrics()) {
            String name = fabric.fabric().name();
            line(
                    csv,
                    "fabric",
                    name,
                    "pkeys",
                    fabric.pkeys().used(),
                    fabric.pkeys().total());
            line(
                    csv,
                    "fabric",
                    name,
                    "pkeys-retiring",
                    fabric.pkeys().retiring(),
                    fabric.pkeys().total());
            line(
                    csv,
                    "fabric",
                    name,
                    "pkeys-quarantined",
                    fabric.pkeys().quarantined(),
                    fabric.pkeys().total());
            line(
                    csv,
                    "fabric",
                    name,
                    "pkeys-reserved",
                    fabric.pkeys().reserved(),
                    fabric.pkeys().total());
            line(
                    csv,
                    "fabric",
                    name,
                    "slots",
                    fabric.ports().used(),
                    fabric.ports().slots());
            line(
                    csv,
                    "fabric",
                    name,
                    "ports-full",
                    fabric.ports().full(),
                    fabric.ports().known());
            fabric.addresses()
                    .forEach(family -> line(csv, "fabric", name, family.family(), family.used(), family.capacity()));
        }
        view.pools()
                .forEach(pool -> line(
                        csv,
                        "pool",
                        pool.tenant().name() + " / " + pool.name(),
                        pool.prefix(),
                        pool.used(),
                        pool.capacity()));
        return csv.toString();
    }

    private static void line(StringBuilder csv, Object... values) {
        csv.append(Stream.of(values).map(CapacityCsv::cell).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    private static String cell(Object value) {
        String text = value.toString();
        boolean formula =
                !text.isEmpty() && List.of('=', '+', '-', '@', '\t', '\r').contains(text.charAt(0));
        String safe = formula ? "'" + text : text;
        return safe.matches("(?s).*[\",\r\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
