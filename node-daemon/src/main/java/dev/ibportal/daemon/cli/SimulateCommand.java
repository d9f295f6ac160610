package dev.ibportal.daemon.cli;

@picocli.CommandLine.Command(name = "simulate")
final class SimulateCommand {}
