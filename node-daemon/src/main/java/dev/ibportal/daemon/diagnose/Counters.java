package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The port's error counters, read at the beginning and at the end: only what grows tells of now. */
final class Counters {
    private static final List<String> NAMES =
            List.of("symbol_error", "link_downed", "link_error_recovery", "port_rcv_errors");

    private final SysFs sysfs;
    private final String directory;
    private final Map<String, Long> before;

    private Counters(SysFs sysfs, String directory) {
        this.sysfs = sysfs;
        this.directory = directory;
        this.before = read();
    }

    static Counters begin(SysFs sysfs, PortView port) {
        return new Counters(sysfs, "class/infiniband/" + port.device() + "/ports/" + port.number() + "/counters");
    }

    private Map<String, Long> read() {
        Map<String, Long> values = new LinkedHashMap<>();
        NAMES.forEach(name -> sysfs.read(directory + "/" + name)
                .found()
                .map(String::strip)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .ifPresent(text -> values.put(name, Long.parseLong(text))));
        return values;
    }

    Look grown() {
        return Look.of("/sys/" + directory, FactKey.COUNTERS, () -> {
            Map<String, Long> now = read();
            if (now.isEmpty() || before.isEmpty()) {
                return new Told.Unknown("/sys/" + directory + " could not be read");
            }
            List<String> grown = new ArrayList<>();
            now.forEach((name, value) -> {
                long more = value - before.getOrDefault(name, value);
                if (more > 0) {
                    grown.add(name + " +" + more);
                }
            });
            return Tools.value(grown);
        });
    }
}
