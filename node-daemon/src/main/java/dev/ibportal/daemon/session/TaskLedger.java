package dev.ibportal.daemon.session;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.daemon.state.StateDir;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which tasks were begun here and how they ended, on disk before anything is done: so a task happens at most once, and
 * one that was cut off by a restart is answered as failed instead of being done again.
 */
final class TaskLedger {
    private static final String FILE = "tasks.pb";

    /** The portal asks again for days at most, and makes few tasks a day. */
    private static final int REMEMBERED = 500;

    private final StateDir state;
    private final Map<String, TaskUpdate> tasks = new LinkedHashMap<>();

    TaskLedger(StateDir state) {
        this.state = state;
        state.read(FILE).ifPresent(this::load);
    }

    private void load(byte[] content) {
        try {
            ByteArrayInputStream in = new ByteArrayInputStream(content);
            for (TaskUpdate task = TaskUpdate.parseDelimitedFrom(in);
                    task != null;
                    task = TaskUpdate.parseDelimitedFrom(in)) {
                tasks.put(task.getTaskId(), task.getState() == TaskState.TASK_STATE_RUNNING ? cutOff(task) : task);
            }
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException("the task file " + state.path().resolve(FILE) + " is damaged", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TaskUpdate cutOff(TaskUpdate task) {
        return task.toBuilder()
                .setState(TaskState.TASK_STATE_FAILED)
                .setMessage("the daemon was restarted while this task ran; how far it came is not known")
                .build();
    }

    /** What is known of the task; empty when it is new, and then it is on disk as running before this returns. */
    synchronized Optional<TaskUpdate> begin(String id) {
        TaskUpdate known = tasks.get(id);
        if (known == null) {
            put(TaskUpdate.newBuilder()
                    .setTaskId(id)
                    .setState(TaskState.TASK_STATE_RUNNING)
                    .build());
        }
        return Optional.ofNullable(known);
    }

    /** Records an end; false when the task has one already. */
    synchronized boolean finish(TaskUpdate end) {
        TaskUpdate known = tasks.get(end.getTaskId());
        if (known != null && known.getState() != TaskState.TASK_STATE_RUNNING) {
            return false;
        }
        put(end);
        return true;
    }

    private void put(TaskUpdate task) {
        tasks.put(task.getTaskId(), task);
        while (tasks.size() > REMEMBERED) {
            tasks.remove(tasks.keySet().iterator().next());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            for (TaskUpdate each : tasks.values()) {
                each.writeDelimitedTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        state.write(FILE, out.toByteArray());
    }
}
