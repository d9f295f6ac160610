package dev.ibportal.daemon.reconcile;

import dev.ibportal.daemon.host.HostFiles;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out who changed something, where the host has written it down. The kernel keeps no record of who changes a link;
 * for files there is one where auditd watches them under the key {@code ibportal}:
 *
 * <pre>-w /etc/network/interfaces.d -p wa -k ibportal</pre>
 *
 * Without such a record it is told who could have been it: what the package manager did just then, and who was logged in.
 */
final class ChangedBy {
    private static final String AUDIT_LOG = "/var/log/audit/audit.log";
    private static final Pattern SYSCALL = Pattern.compile("type=SYSCALL msg=audit\\(([0-9]+)[^)]*\\): .*");
    private static final int LONGEST_TIME = 11;
    private static final Pattern FIELD = Pattern.compile("\\b(auid|uid|comm|exe|pid)=(\"[^\"]*\"|\\S+)");
    /** Drift is found within seconds; an older record is about something else. */
    private static final Duration RECENT = Duration.ofMinutes(1);

    private static final String UNKNOWN = "not known";
    private static final List<String> PACKAGE_LOGS =
            List.of("/var/log/dpkg.log", "/var/log/dnf.rpm.log", "/var/log/yum.log", "/var/log/zypp/history");
    private static final Pattern LOG_LINE = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d).*");
    private static final int LAST_LINES = 20;
    private static final int LONGEST_LINE = 120;
    private static final String SESSIONS = "/run/systemd/sessions";
    private static final int MOST_PEOPLE = 5;

    private final HostFiles files;
    private final Clock clock;
    private final ZoneId zone = ZoneId.systemDefault();
    private final long self;

    /** @param self process id of this daemon, whose own writes are no news */
    ChangedBy(HostFiles files, Clock clock, long self) {
        this.files = files;
        this.clock = clock;
        this.self = self;
    }

    /** Who it was, or who it may have been. */
    String tell() {
        return find().orElseGet(() -> Stream.of(packages(), people())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; ", UNKNOWN + "; ", ""))
                .replaceAll("; $", ""));
    }

    /** What dpkg, dnf or zypper were at within the last minute; their logs are in the time of the host's zone. */
    private Optional<String> packages() {
        for (String log : PACKAGE_LOGS) {
            List<String> lines =
                    files.read(log).found().map(text -> text.lines().toList()).orElse(List.of());
            for (int i = lines.size() - 1; i >= 0 && i >= lines.size() - LAST_LINES; i--) {
                Matcher line = LOG_LINE.matcher(lines.get(i));
                if (line.matches() && isRecent(line.group(1), line.group(2))) {
                    return Optional.of("the package manager was at work then: «" + shortened(lines.get(i)) + "»");
                }
            }
        }
        return Optional.empty();
    }

    private boolean isRecent(String date, String time) {
        try {
            Instant at = LocalDateTime.of(LocalDate.parse(date), LocalTime.parse(time))
                    .atZone(zone)
                    .toInstant();
            return !at.isBefore(clock.instant().minus(RECENT)) && !at.isAfter(clock.instant());
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static String shortened(String line) {
        String plain = line.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= LONGEST_LINE ? plain : plain.substring(0, LONGEST_LINE) + "…";
    }

    /** Sessions, as systemd-logind writes them down. */
    private Optional<String> people() {
        List<String> people = new ArrayList<>();
        for (String session : files.list(SESSIONS).found().orElse(List.of())) {
            Map<String, String> values = new HashMap<>();
            files.read(SESSIONS + "/" + session).found().orElse("").lines().forEach(line -> {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    values.put(line.substring(0, equals), line.substring(equals + 1));
                }
            });
            String user = values.getOrDefault("USER", "");
            if (session.matches("\\w+") && !user.isEmpty() && !"closing".equals(values.get("STATE"))) {
                String host = values.getOrDefault("REMOTE_HOST", "");
                people.add(shortened(user + (host.isEmpty() ? "" : " from " + host)));
            }
        }
        return people.isEmpty()
                ? Optional.empty()
                : Optional.of("logged in: "
                        + people.stream().distinct().sorted().limit(MOST_PEOPLE).collect(Collectors.joining(", ")));
    }

    /** The last one on record who touched our files just now. */
    private Optional<String> find() {
        List<String> lines = files.read(AUDIT_LOG)
                .found()
                .map(text -> text.lines()
                        .filter(line -> line.contains("key=\"ibportal\""))
                        .toList())
                .orElse(List.of());
        for (int i = lines.size() - 1; i >= 0; i--) {
            Optional<String> who = read(lines.get(i));
            if (who.isPresent()) {
                return who;
            }
        }
        return Optional.empty();
    }

    private boolean isOld(String seconds) {
        return seconds.length() > LONGEST_TIME
                || Instant.ofEpochSecond(Long.parseLong(seconds))
                        .isBefore(clock.instant().minus(RECENT));
    }

    private Optional<String> read(String line) {
        Matcher syscall = SYSCALL.matcher(line);
        if (!syscall.matches() || isOld(syscall.group(1))) {
            return Optional.empty();
        }
        String pid = "";
        StringBuilder who = new StringBuilder();
        Matcher field = FIELD.matcher(line);
        while (field.find()) {
            if (field.group(1).equals("pid")) {
                pid = field.group(2);
            } else {
                who.append(who.length() == 0 ? "" : ", ")
                        .append(field.group(1))
                        .append(' ')
                        .append(field.group(2).replace("\"", ""));
            }
        }
        return pid.equals(Long.toString(self)) ? Optional.empty() : Optional.of("as auditd has it: " + who);
    }
}
