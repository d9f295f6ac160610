package dev.ibportal.daemon;

import dev.ibportal.daemon.cli.IbnodedCommand;
import dev.ibportal.daemon.cli.PlainRun;

/** {@code ibnoded}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(PlainRun.run(args).orElseGet(() -> IbnodedCommand.run(args)));
    }
}
