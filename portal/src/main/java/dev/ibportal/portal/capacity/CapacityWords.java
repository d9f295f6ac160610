package dev.ibportal.portal.capacity;

import dev.ibportal.portal.capacity.CapacityView.Day;
import dev.ibportal.portal.capacity.CapacityView.Family;
import dev.ibportal.portal.capacity.CapacityView.PKeys;
import dev.ibportal.portal.capacity.CapacityView.Pool;
import dev.ibportal.portal.capacity.CapacityView.Port;
import dev.ibportal.portal.capacity.CapacityView.Ports;
import dev.ibportal.portal.capacity.CapacityView.Trend;
import dev.ibportal.portal.capacity.core.Forecast;
import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.web.Ref;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How capacity is drawn and told. Public for the templates. */
public record CapacityWords(CapacityMessages messages) {
    private static final int WIDTH = 300;
    private static final int HEIGHT = 60;

    public String id(Ref fabric) {
        return fabric.id().toString();
    }

    public Bar bar(PKeys keys) {
        return Bar.of(keys.total() - keys.free(), keys.total());
    }

    public Bar bar(Ports ports) {
        return Bar.of(ports.used(), ports.slots());
    }

    public Bar bar(Port port) {
        return Bar.of(port.used(), port.slots());
    }

    public Bar bar(Family family) {
        return new Bar(BigDecimal.valueOf(family.used()), new BigDecimal(family.capacity()));
    }

    public Bar bar(Pool pool) {
        return new Bar(BigDecimal.valueOf(pool.used()), new BigDecimal(pool.capacity()));
    }

    public String kind(String kind) {
        return switch (kind) {
            case "pkeys" -> messages.pkeys();
            case "slots" -> messages.slots();
            case "nodes" -> messages.fitting_nodes();
            default -> messages.addresses();
        };
    }

    /** Points of the line, the highest number seen being the top. */
    public String line(Trend trend) {
        Day first = trend.days().get(0);
        long span = Math.max(
                1,
                ChronoUnit.DAYS.between(
                        first.day(), trend.days().get(trend.days().size() - 1).day()));
        long most = Math.max(1, trend.days().stream().mapToLong(Day::used).max().orElse(1));
        return trend.days().stream()
                .map(day -> String.format(
                        Locale.ROOT,
                        "%.1f,%.1f",
                        ChronoUnit.DAYS.between(first.day(), day.day()) * (double) WIDTH / span,
                        HEIGHT - day.used() * (double) HEIGHT / most))
                .collect(Collectors.joining(" "));
    }

    /** From the first day to the last. */
    public String told(Trend trend) {
        Day first = trend.days().get(0);
        Day last = trend.days().get(trend.days().size() - 1);
        return messages.trend(
                first.day().toString(),
                String.valueOf(first.used()),
                last.day().toString(),
                String.valueOf(last.used()));
    }

    public String forecast(Trend trend) {
        Forecast forecast = trend.forecast();
        if (forecast == null) {
            return messages.forecast_none(Forecast.LEAST);
        }
        if (forecast.days() == null) {
            return messages.forecast_never(forecast.basis());
        }
        return messages.forecast(
                String.valueOf(forecast.days()), days(forecast.soonest()), days(forecast.latest()), forecast.basis());
    }

    private String days(@Nullable Long days) {
        return days == null ? messages.never() : String.valueOf(days);
    }
}
