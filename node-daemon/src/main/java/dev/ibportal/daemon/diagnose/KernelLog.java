package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel says of InfiniBand. A line that is not there proves nothing: many are rate-limited or off. */
final class KernelLog {
    static final List<FactKey> KEYS = List.of(FactKey.KERNEL_LOG, FactKey.JOIN_STATUS, FactKey.DENIALS);
    private static final int LINES = 200;
    private static final double RECENT_SECONDS = 600;
    private static final Pattern OURS = Pattern.compile(
            "ib_|ipoib|IPoIB|mlx[45]|hfi1|P_Key|\\bib\\w*[.:]|module signature|Loading of module|Lockdown: modprobe"
                    + "|Key was rejected|multicast join|transmit timeout|queue stopped");
    private static final Pattern STATUS = Pattern.compile(
            "(\\S+): multicast join failed for ff12:401b:[0-9a-f]{4}(?::0000){3}.*ffff:ffff, status (-?\\d+)");
    private static final Pattern STAMP = Pattern.compile("^\\[\\s*([0-9.]+)\\]");
    private static final Pattern DENIAL = Pattern.compile(
            "avc:  denied .*(NetworkManager|systemd-network|wicked|netplan|ifup|ibnoded|/etc/sysconfig/network)");

    private KernelLog() {}

    static Map<FactKey, Told> read(Host host, Tools tools, Subject subject) {
        CommandResult result = tools.run(Command.of("dmesg"));
        if (!result.succeeded()) {
            return HostLooks.unknown(KEYS, result.describe());
        }
        Optional<Double> uptime = uptime(host);
        List<String> lines = result.stdout()
                .lines()
                .filter(line -> OURS.matcher(line).find())
                .filter(line -> !line.contains("transmit timeout") || isRecent(line, uptime))
                .toList();
        List<String> denials = result.stdout()
                .lines()
                .filter(line -> DENIAL.matcher(line).find())
                .toList();
        return Map.of(
                FactKey.KERNEL_LOG, Tools.value(last(lines)),
                FactKey.JOIN_STATUS, Tools.value(subject.name().flatMap(name -> status(lines, name))),
                FactKey.DENIALS, Tools.value(last(denials)));
    }

    private static List<String> last(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }

    private static Optional<String> status(List<String> lines, String netdev) {
        return lines.stream()
                .map(STATUS::matcher)
                .filter(Matcher::find)
                .filter(found -> found.group(1).equals(netdev))
                .map(found -> found.group(2))
                .reduce((earlier, later) -> later);
    }

    private static Optional<Double> uptime(Host host) {
        return host.files()
                .read("/proc/uptime")
                .found()
                .map(text -> text.strip().split(" ")[0])
                .filter(text -> text.matches("[0-9.]{1,15}"))
                .map(Double::valueOf);
    }

    private static boolean isRecent(String line, Optional<Double> uptime) {
        Matcher stamp = STAMP.matcher(line);
        return uptime.isEmpty() || !stamp.find() || uptime.get() - Double.parseDouble(stamp.group(1)) < RECENT_SECONDS;
    }
}
