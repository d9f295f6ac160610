package dev.ibportal.portal.capacity;

import dev.ibportal.portal.capacity.CapacitySql.Of;
import dev.ibportal.portal.capacity.CapacitySql.Seen;
import dev.ibportal.portal.capacity.CapacitySql.Slots;
import dev.ibportal.portal.capacity.CapacityView.Day;
import dev.ibportal.portal.capacity.CapacityView.Fabric;
import dev.ibportal.portal.capacity.CapacityView.PKeys;
import dev.ibportal.portal.capacity.CapacityView.Pool;
import dev.ibportal.portal.capacity.CapacityView.Ports;
import dev.ibportal.portal.capacity.CapacityView.Trend;
import dev.ibportal.portal.capacity.core.Forecast;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.tenancy.Overseer;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** What is left, for how long, and whether somebody new fits. Numbers of whole fabrics are for operators alone. */
@ApplicationScoped
public class CapacityService {
    private static final int POOLS = 50;
    private static final int DAYS = 90;

    private final CapacitySql sql;
    private final Scope scope;
    private final Overseer overseer;
    private final FabricService fabrics;
    private final Clock clock;

    CapacityService(CapacitySql sql, Scope scope, Overseer overseer, FabricService fabrics, Clock clock) {
        this.sql = sql;
        this.scope = scope;
        this.overseer = overseer;
        this.fabrics = fabrics;
        this.clock = clock;
    }

    public CapacityView look() {
        List<Pool> pools = scope.read(connection -> sql.pools(connection, POOLS));
        return new CapacityView(
                overseer.read(connection -> Optional.of(fabrics(connection))).orElse(List.of()), pools);
    }

    private List<Fabric> fabrics(Connection connection) throws SQLException {
        List<Of<PKeys>> pkeys = sql.pkeys(connection);
        List<Of<Slots>> slots = sql.slots(connection);
        List<Of<CapacityView.Port>> fullest = sql.fullest(connection);
        List<Of<CapacityView.Family>> families = sql.families(connection);
        List<Of<CapacityView.Hca>> hcas = sql.hcas(connection);
        List<Of<Seen>> days = sql.days(connection, LocalDate.now(clock).minusDays(DAYS));
        List<Fabric> all = new ArrayList<>();
        for (Ref fabric : sql.fabrics(connection)) {
            UUID id = fabric.id();
            Slots its = of(slots, id).findFirst().orElse(new Slots(0, 0, 0, 0, 0));
            all.add(new Fabric(
                    fabric,
                    of(pkeys, id).findFirst().orElse(new PKeys(0, 0, 0, 0, 0)),
                    new Ports(
                            its.ports(),
                            its.known(),
                            its.slots(),
                            its.used(),
                            its.full(),
                            of(fullest, id).toList()),
                    of(families, id).toList(),
                    of(hcas, id).toList(),
                    trends(of(days, id).toList())));
        }
        return all;
    }

    private static <T> Stream<T> of(List<Of<T>> all, UUID fabric) {
        return all.stream().filter(each -> each.fabric().equals(fabric)).map(Of::what);
    }

    private static List<Trend> trends(List<Seen> seen) {
        return Stream.of("pkeys", "slots", "addresses")
                .map(kind -> trend(
                        kind,
                        seen.stream()
                                .filter(each -> each.kind().equals(kind))
                                .map(Seen::day)
                                .toList()))
                .toList();
    }

    private static Trend trend(String kind, List<Day> days) {
        Long total = days.isEmpty() ? null : days.get(days.size() - 1).total();
        List<Forecast.Point> points = days.stream()
                .map(day -> new Forecast.Point(day.day(), day.used()))
                .toList();
        return new Trend(
                kind,
                days,
                "Theil-Sen: median of the slopes between all pairs of days, range from their quartiles",
                total == null ? null : Forecast.of(points, total).orElse(null));
    }

    /** Whether a new tenant with so many nodes in so many partitions fits on a fabric now. */
    public WhatIf whatIf(String fabric, int nodes, int partitions) {
        Ref on = named(fabric);
        return overseer.read(connection -> {
                    int free = of(sql.pkeys(connection), on.id())
                            .findFirst()
                            .map(PKeys::free)
                            .orElse(0);
                    CapacitySql.Fit fit = sql.fit(connection, on.id(), partitions);
                    return Optional.of(WhatIf.of(on, nodes, partitions, free, fit));
                })
                .orElseThrow(() -> new Forbidden("What a whole fabric has left is told to operators; ask one."));
    }

    private Ref named(String fabric) {
        var view = fabrics.named("fabric", fabric);
        return new Ref(view.id(), view.name());
    }

    /** Writes down what is used today; the last look of a day stays. */
    void keep(Connection connection) throws SQLException {
        LocalDate today = LocalDate.now(clock);
        for (Fabric fabric : fabrics(connection)) {
            UUID id = fabric.fabric().id();
            PKeys pkeys = fabric.pkeys();
            sql.keep(connection, id, today, "pkeys", pkeys.total() - pkeys.free(), (long) pkeys.total());
            sql.keep(
                    connection,
                    id,
                    today,
                    "slots",
                    fabric.ports().used(),
                    fabric.ports().slots());
            long used = fabric.addresses().stream()
                    .mapToLong(CapacityView.Family::used)
                    .sum();
            Long total = fabric.addresses().stream()
                            .allMatch(family -> family.family().equals("IPv4"))
                    ? Long.valueOf(fabric.addresses().stream()
                            .map(CapacityView.Family::capacity)
                            .mapToLong(BigInteger::longValueExact)
                            .sum())
                    : null;
            sql.keep(connection, id, today, "addresses", used, total);
        }
    }
}
