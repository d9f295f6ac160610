package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMastery;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The OpenSM process of this host: whether it lives, and how it is told to read its file. */
final class OpenSmProcess {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSmProcess.class);
    private static final String PROGRAM = "opensm";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,9}");
    private static final Pattern MANAGER_PORT = Pattern.compile("sminfo: sm lid \\d+ sm guid (0x[0-9a-f]+),");

    private final CommandRunner commands;
    private final HostFiles files;
    private final ProcessTable processes;
    private final String pidFile;
    private final SmLog log;
    private final OwnPorts own;
    private OptionalLong told = OptionalLong.empty();
    private boolean stoodBy;

    OpenSmProcess(Host host, ProcessTable processes, String pidFile, SmLog log) {
        this.commands = host.commands();
        this.files = host.files();
        this.own = new OwnPorts(host.sysfs());
        this.processes = processes;
        this.pidFile = pidFile;
        this.log = log;
    }

    /** Which process it is, or why there is none. */
    private sealed interface Found {
        record Alive(long pid) implements Found {}

        record Dead(String why) implements Found {}

        record Unknown(String why) implements Found {}
    }

    private Found find() {
        Reading<String> content = files.read(pidFile);
        String shown = files.shown(pidFile);
        if (content.trouble().isPresent()) {
            return new Found.Unknown(content.trouble().get());
        }
        OptionalLong pid = pid(content.found().orElse(""));
        if (pid.isEmpty()) {
            return new Found.Dead(
                    content.isMissing() ? "no pid file " + shown : "the pid file " + shown + " holds no pid");
        }
        Optional<String> program = processes.program(pid.getAsLong());
        if (program.isEmpty()) {
            return new Found.Dead("process " + pid.getAsLong() + " of " + shown + " does not exist");
        }
        // A pid is used again after a crash; a stranger must not get our signal.
        if (!program.get().isEmpty() && !program.get().equals(PROGRAM)) {
            return new Found.Dead(
                    "process " + pid.getAsLong() + " of " + shown + " is «" + program.get() + "», not " + PROGRAM);
        }
        return new Found.Alive(pid.getAsLong());
    }

    private static OptionalLong pid(String content) {
        String text = content.strip();
        return PID.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Tells it to read its file again. Not running is no error: the file is read when it starts. */
    Optional<String> signal() {
        told = OptionalLong.empty();
        // one that is just starting ends its first sweep without having been told
        log.mark();
        return find() instanceof Found.Alive alive ? signal(alive) : Optional.empty();
    }

    /**
     * The same, if it is another process than the one that was told last. It may have read the file a moment before the
     * file was replaced; and a daemon that has just started cannot know whether it was killed before it told anybody.
     *
     * @return whether there is one
     */
    boolean signalIfAnother(Consumer<String> trouble) {
        if (!(find() instanceof Found.Alive alive) || told.orElse(0) == alive.pid()) {
            return false;
        }
        signal(alive).ifPresent(trouble);
        return true;
    }

    private Optional<String> signal(Found.Alive alive) {
        if (!processes.catchesHangup(alive.pid())) {
            LOG.info("process {} does not listen for SIGHUP yet; it is told when it does", alive.pid());
            return Optional.empty();
        }
        told = OptionalLong.of(alive.pid());
        log.mark();
        CommandResult result = commands.run(Command.of("kill", "-HUP", Long.toString(alive.pid())));
        return result.succeeded() ? Optional.empty() : Optional.of("OpenSM was not told: " + result.describe());
    }

    /** Whether it finds the way to its own port; if not, why no key may be put at index 0. */
    Optional<String> pathObstacle(TableReader tables) {
        CommandResult result = commands.run(Command.of("sminfo").within(LIMIT));
        Matcher manager = MANAGER_PORT.matcher(result.stdout());
        if (!manager.find()) {
            return Optional.of("the subnet manager gives no answer, so that nobody can tell whether it is fit for it");
        }
        Guid port = Guid.parse(manager.group(1));
        PortTable table = tables.read(Set.of(port)).getOrDefault(port, PortTable.getDefaultInstance());
        return table.getKnown()
                ? Optional.empty()
                : Optional.of("with keep_pkey_indexes FALSE this OpenSM answers no path record, as 3.3.23 does not ("
                        + table.getDetail() + "); index 0 needs another OpenSM");
    }

    private SmMastery standing(String ruler) {
        return own.guids().contains(Guid.parse(ruler).toString())
                ? SmMastery.SM_MASTERY_MASTER
                : SmMastery.SM_MASTERY_STANDBY;
    }

    /**
     * Whether it lives and rules. One that was seen to stand by and rules now has to be told to read its file once more:
     * the file may have been replaced while it took over.
     */
    Liveness liveness() {
        Liveness now = look();
        if (now.mastery() == SmMastery.SM_MASTERY_STANDBY) {
            stoodBy = true;
        } else if (now.mastery() == SmMastery.SM_MASTERY_MASTER && stoodBy) {
            LOG.warn(
                    "OpenSM of this host has taken over the fabric ({}); it is told to read its file again",
                    now.detail());
            stoodBy = false;
            told = OptionalLong.empty();
        }
        return now;
    }

    private Liveness look() {
        Found found = find();
        if (found instanceof Found.Alive alive) {
            return asked(alive.pid());
        }
        if (found instanceof Found.Dead dead) {
            String last =
                    log.lastError().map(line -> "; its last error: " + line).orElse("");
            return new Liveness(SmLiveness.SM_LIVENESS_NOT_RUNNING, "OpenSM is not running: " + dead.why() + last);
        }
        return new Liveness(SmLiveness.SM_LIVENESS_UNKNOWN, ((Found.Unknown) found).why());
    }

    private Liveness asked(long pid) {
        SmInfo.Answer answer = SmInfo.ask(commands);
        return answer.master().isPresent()
                ? new Liveness(
                        SmLiveness.SM_LIVENESS_RUNNING,
                        "process " + pid + "; " + answer.master().get(),
                        answer.ruler().map(this::standing).orElse(SmMastery.SM_MASTERY_UNKNOWN),
                        answer.ruler().orElse(""))
                : new Liveness(
                        SmLiveness.SM_LIVENESS_UNKNOWN,
                        "process " + pid + " exists, but the subnet manager gave no answer: " + answer.trouble());
    }
}
