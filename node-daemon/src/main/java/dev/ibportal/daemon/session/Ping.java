package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.PingResult;
import dev.ibportal.agent.v1.PingTask;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Echo requests out of one interface, by the host's ping. */
final class Ping {
    private static final int USUAL_COUNT = 3;
    private static final int MOST = 20;
    private static final int LARGEST_PAYLOAD = 65507;

    /** Beyond ping's own deadline, for starting it. */
    static final Duration SPARE = Duration.ofSeconds(2);

    private static final Pattern COUNTS = Pattern.compile("(\\d+) packets transmitted, (\\d+) (?:packets )?received");
    private static final Pattern TIMES = Pattern.compile("= ([\\d.]+)/([\\d.]+)/([\\d.]+)");

    private final CommandRunner commands;

    Ping(CommandRunner commands) {
        this.commands = commands;
    }

    TaskUpdate run(String taskId, PingTask task, Duration limit) {
        TaskUpdate.Builder update = TaskUpdate.newBuilder().setTaskId(taskId);
        try {
            return outcome(update, commands.run(command(task, limit)));
        } catch (InvalidValueException e) {
            return update.setState(TaskState.TASK_STATE_FAILED)
                    .setMessage(e.getMessage())
                    .build();
        }
    }

    private static Command command(PingTask task, Duration limit) {
        long seconds = Math.max(1, limit.toSeconds());
        List<String> argv = new ArrayList<>(List.of("ping", "-n", "-i", "0.2", "-w", Long.toString(seconds)));
        int count = inRange("count", task.hasCount() ? task.getCount() : USUAL_COUNT, 1, MOST);
        argv.addAll(List.of("-c", Integer.toString(count)));
        argv.addAll(List.of("-I", new InterfaceName(task.getInterfaceName()).text()));
        if (task.hasPayloadBytes()) {
            int payload = inRange("payload", task.getPayloadBytes(), 0, LARGEST_PAYLOAD);
            argv.addAll(List.of("-s", Integer.toString(payload)));
        }
        if (task.getDontFragment()) {
            argv.addAll(List.of("-M", "do"));
        }
        argv.add(IpAddress.parse(task.getTarget()).toString());
        return new Command(argv, Duration.ofSeconds(seconds).plus(SPARE));
    }

    private static int inRange(String what, int value, int from, int to) {
        if (value < from || value > to) {
            throw new InvalidValueException(
                    "ping." + what,
                    "ping " + what + " " + Integer.toUnsignedString(value) + " is outside " + from + " to " + to,
                    Integer.toUnsignedString(value));
        }
        return value;
    }

    /** Status 1 only says that answers are missing, which is a result. */
    private static TaskUpdate outcome(TaskUpdate.Builder update, CommandResult result) {
        Matcher counts = COUNTS.matcher(result.stdout());
        if (!counts.find()) {
            return update.setState(result.timedOut() ? TaskState.TASK_STATE_TIMED_OUT : TaskState.TASK_STATE_FAILED)
                    .setMessage(result.describe())
                    .build();
        }
        int sent = Integer.parseInt(counts.group(1));
        int received = Integer.parseInt(counts.group(2));
        PingResult.Builder ping = PingResult.newBuilder().setSent(sent).setReceived(received);
        Matcher times = TIMES.matcher(result.stdout());
        if (times.find()) {
            long nanos = Math.round(Double.parseDouble(times.group(2)) * 1_000_000);
            ping.setRoundTripAverage(Times.duration(Duration.ofNanos(nanos)));
        }
        return update.setState(TaskState.TASK_STATE_SUCCEEDED)
                .setMessage(received + " of " + sent + " echo requests were answered")
                .setPing(ping)
                .build();
    }
}
