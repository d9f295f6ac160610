package dev.ibportal.daemon;

import dev.ibportal.daemon.cli.IbnodedCommand;

/** {@code ibnoded}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(IbnodedCommand.run(args));
    }
}
