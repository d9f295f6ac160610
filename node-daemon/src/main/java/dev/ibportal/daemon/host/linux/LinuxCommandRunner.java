package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Starts programs without a shell. Each allowed name is looked up once, at construction, so that a directory that turns
 * up later in the search path changes nothing.
 */
public final class LinuxCommandRunner implements CommandRunner {
    private static final int OUTPUT_LIMIT = 4 << 20;

    private static final int LAST_WITH_VFORK = 21;

    private final Map<String, Path> programs = new TreeMap<>();

    static {
        // The usual way starts a helper that starts the program: two programs for one. Later Javas may not know this
        // one.
        if (Runtime.version().feature() <= LAST_WITH_VFORK) {
            System.setProperty("jdk.lang.Process.launchMechanism", "VFORK");
        }
    }

    private final String commandPath;
    private final Map<String, String> environment = new TreeMap<>();

    /**
     * @param commandPath directories separated by colons, as in {@code command.path}
     * @param passedOn names of variables that programs get from {@code environment}, as in {@code command.env}
     */
    public LinuxCommandRunner(String commandPath, Collection<String> passedOn, Map<String, String> environment) {
        this(commandPath, AllowedPrograms.NAMES, passedOn, environment);
    }

    LinuxCommandRunner(
            String commandPath,
            Collection<String> allowed,
            Collection<String> passedOn,
            Map<String, String> environment) {
        this.commandPath = commandPath;
        for (String name : allowed) {
            find(name).ifPresent(path -> programs.put(name, path));
        }
        for (String name : passedOn) {
            Optional.ofNullable(environment.get(name)).ifPresent(value -> this.environment.put(name, value));
        }
        // Messages are parsed and shown, so they must not depend on the machine's language.
        this.environment.put("LC_ALL", "C");
        this.environment.put("PATH", commandPath);
    }

    private Optional<Path> find(String name) {
        return Stream.of(commandPath.split(":"))
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> Path.of(directory, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    @Override
    public boolean knows(String program) {
        return programs.containsKey(program);
    }

    @Override
    public CommandResult run(Command command) {
        return begin(command).get();
    }

    @Override
    public Supplier<CommandResult> begin(Command command) {
        Path program = programs.get(command.program());
        if (program == null) {
            return () -> CommandResult.notStarted(
                    command, "no allowed program «" + command.program() + "» in command.path " + commandPath);
        }
        try {
            Process process = start(program, command);
            CappedReader out = CappedReader.of(process.getInputStream(), OUTPUT_LIMIT);
            CappedReader err = CappedReader.of(process.getErrorStream(), OUTPUT_LIMIT);
            return () -> finish(command, process, out, err);
        } catch (IOException e) {
            return () -> CommandResult.notStarted(command, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public AutoCloseable follow(Command command, Consumer<String> line, Runnable ended) {
        Path program = programs.get(command.program());
        if (program == null) {
            ended.run();
            return () -> {};
        }
        try {
            Process process = start(program, command);
            Thread reader = new Thread(() -> read(process, line, ended), "follow-" + command.program());
            reader.setDaemon(true);
            reader.start();
            return () -> kill(process);
        } catch (IOException e) {
            ended.run();
            return () -> {};
        }
    }

    private static void read(Process process, Consumer<String> line, Runnable ended) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            // Nobody reads its complaints, so it must not be able to wait for a reader.
            process.getErrorStream().close();
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line.accept(text);
            }
        } catch (IOException e) {
            // The pipe is gone, and so is the program.
            process.destroyForcibly();
        }
        ended.run();
    }

    private Process start(Path program, Command command) throws IOException {
        List<String> argv = new ArrayList<>(command.argv());
        argv.set(0, program.toString());
        ProcessBuilder builder = new ProcessBuilder(argv)
                .directory(new File("/"))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static CommandResult finish(Command command, Process process, CappedReader out, CappedReader err) {
        try {
            boolean ended = process.waitFor(command.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
                return CommandResult.timedOut(command, out.text(), err.text());
            }
            return CommandResult.exited(command, process.exitValue(), out.text(), err.text());
        } catch (InterruptedException e) {
            kill(process);
            Thread.currentThread().interrupt();
            return CommandResult.timedOut(command, out.text(), err.text());
        }
    }

    /** Descendants first are listed, then killed parent first, so that none is started anew by a killed one's parent. */
    private static void kill(Process process) {
        List<ProcessHandle> family = process.descendants().toList();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        family.forEach(member -> member.descendants().forEach(ProcessHandle::destroyForcibly));
    }
}
