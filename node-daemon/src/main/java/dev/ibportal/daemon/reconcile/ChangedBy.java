package dev.ibportal.daemon.reconcile;

import dev.ibportal.daemon.host.HostFiles;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out who changed something, where the host has written it down. The kernel keeps no record of who changes a link;
 * for files there is one where auditd watches them under the key {@code ibportal}:
 *
 * <pre>-w /etc/network/interfaces.d -p wa -k ibportal</pre>
 */
final class ChangedBy {
    private static final String AUDIT_LOG = "/var/log/audit/audit.log";
    private static final Pattern SYSCALL = Pattern.compile("type=SYSCALL msg=audit\\(([0-9]+)[^)]*\\): .*");
    private static final int LONGEST_TIME = 11;
    private static final Pattern FIELD = Pattern.compile("\\b(auid|uid|comm|exe|pid)=(\"[^\"]*\"|\\S+)");
    /** Drift is found within seconds; an older record is about something else. */
    private static final Duration RECENT = Duration.ofMinutes(1);

    private final HostFiles files;
    private final Clock clock;
    private final long self;

    /** @param self process id of this daemon, whose own writes are no news */
    ChangedBy(HostFiles files, Clock clock, long self) {
        this.files = files;
        this.clock = clock;
        this.self = self;
    }

    /** The last one on record who touched our files just now. */
    Optional<String> find() {
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
