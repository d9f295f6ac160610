package dev.ibportal.daemon.cli;

@picocli.CommandLine.Command(name = "run")
final class RunCommand {}
