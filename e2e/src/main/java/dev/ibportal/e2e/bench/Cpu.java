package dev.ibportal.e2e.bench;

import java.util.Locale;

/** CPU seconds of each part. */
record Cpu(double portal, double simulation, double database) {
    Cpu since(Cpu before) {
        return new Cpu(portal - before.portal, simulation - before.simulation, database - before.database);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.2f s (portal %.2f, simulation %.2f, database %.2f)",
                portal + simulation + database,
                portal,
                simulation,
                database);
    }
}
