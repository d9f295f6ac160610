package dev.ibportal.e2e.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the measurements. Which: {@code -Dbench.only=line,bulk,claims,idle,noop,lists,audit}; how many nodes for line:
 * {@code -Dbench.nodes=8,100,1000}; where what they say goes, instead of to what is kept: {@code -Dbench.folder=}.
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        Path folder = folder();
        for (String name : words("bench.only", "line,bulk,claims,idle,noop,lists,audit")) {
            Report report = Report.begin(folder, name, System.out);
            switch (name) {
                case "line" -> {
                    for (String nodes : words("bench.nodes", "8,100,1000")) {
                        Line.measure(Integer.parseInt(nodes), report);
                    }
                }
                case "bulk" -> Bulk.measure(report);
                case "claims" -> Claims.measure(report);
                case "idle" -> Idle.measure(report);
                case "noop" -> NoOp.measure(report);
                case "lists" -> Lists.measure(report);
                case "audit" -> Audit.measure(report);
                default -> throw new IllegalArgumentException("bench.only: there is no measurement " + name);
            }
        }
    }

    private static Path folder() {
        String chosen = System.getProperty("bench.folder", "");
        return chosen.isEmpty()
                ? Path.of(System.getProperty("demo.root", "."), "docs", "measurements")
                : Path.of(chosen);
    }

    private static List<String> words(String setting, String usual) {
        return Arrays.asList(System.getProperty(setting, usual).split(","));
    }
}
